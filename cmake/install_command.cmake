# Installs the command, its manual pages and its completions, as the component `command`. The link
# `sudoku` stays in the build folder, because Debian and other systems have a program of that name.
# The program with books is a separate component: it needs Cairo, and the command does not.
install(TARGETS dokumill_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
if(TARGET dokumill_book_cli)
  # `dokumill book` searches for this program in this folder (src/base/platform/process/sibling_program.hpp).
  install(TARGETS dokumill_book_cli RUNTIME DESTINATION libexec/dokumill COMPONENT book)
endif()
if(TARGET dokumill_web)
  # The page as a file, which a browser opens without the program.
  get_target_property(page dokumill_web DOKUMILL_PAGE)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DATADIR}/dokumill RENAME dokumill.html COMPONENT command)
endif()
if(TARGET dokumill_manual)
  set(pages ${PROJECT_BINARY_DIR}/pages)
  install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT command)
  # The folders in which the shells search for completions. Debian's zsh has a separate folder for
  # packages.
  set(DOKUMILL_ZSH_FUNCTIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Folder for the completions of zsh")
  install(FILES ${pages}/completions/dokumill DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT command)
  install(FILES ${pages}/completions/_dokumill DESTINATION ${DOKUMILL_ZSH_FUNCTIONS} COMPONENT command)
  install(FILES ${pages}/completions/dokumill.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
endif()
if(TARGET dokumill_mpi)
  # The packages for Debian do not have this program: they would need one of several implementations
  # of MPI.
  install(TARGETS dokumill_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
endif()
