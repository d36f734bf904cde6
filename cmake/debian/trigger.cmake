# CPack runs this script after it has made the packages. In CPack 3.25, the scripts of a package
# with a shared library call ldconfig. Debian asks for a trigger instead, which runs ldconfig once
# for all packages.
cmake_minimum_required(VERSION 3.25)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "/libdokumill[0-9]+_[^/]*[.]deb$")
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/trigger)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND dpkg-deb --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    file(WRITE ${folder}/DEBIAN/triggers "activate-noawait ldconfig\n")
    file(CHMOD ${folder}/DEBIAN/triggers PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE ${folder})
  endif()
endforeach()
