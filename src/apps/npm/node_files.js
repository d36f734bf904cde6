// The functions that node_platform.cpp and node_signals.cpp call. Module.files is the object of
// files.mjs. In a browser there is none, and the calls fail with ENOSYS.
mergeInto(LibraryManager.library, {
  $onFiles__deps: ['$ERRNO_CODES'],
  $onFiles: function (call) {
    var code = 'ENOSYS';
    if (Module['files']) {
      try {
        return call(Module['files']);
      } catch (error) {
        code = error['code'];
      }
    }
    return -(ERRNO_CODES[code] || ERRNO_CODES['EIO']);
  },
  dokumill_node_open__deps: ['$onFiles'],
  dokumill_node_open: function (path, mode, permissions) {
    return onFiles((files) => files.open(UTF8ToString(path), mode, permissions));
  },
  dokumill_node_close__deps: ['$onFiles'],
  dokumill_node_close: function (fd) {
    return onFiles((files) => files.close(fd));
  },
  dokumill_node_read__deps: ['$onFiles'],
  dokumill_node_read: function (fd, buffer, bytes, offset) {
    return onFiles((files) => files.read(fd, HEAPU8.subarray(buffer, buffer + bytes), offset));
  },
  dokumill_node_write__deps: ['$onFiles'],
  dokumill_node_write: function (fd, data, bytes, offset) {
    return onFiles((files) => files.write(fd, HEAPU8.subarray(data, data + bytes), offset));
  },
  dokumill_node_info__deps: ['$onFiles'],
  dokumill_node_info: function (path, fd, fields) {
    return onFiles((files) => {
      HEAPF64.set(files.info(path ? UTF8ToString(path) : fd), fields >> 3);
      return 0;
    });
  },
  dokumill_node_on_path__deps: ['$onFiles'],
  dokumill_node_on_path: function (action, path, other, number) {
    return onFiles((files) => files.onPath(action, UTF8ToString(path), UTF8ToString(other), number));
  },
  dokumill_node_on_file__deps: ['$onFiles'],
  dokumill_node_on_file: function (action, fd, number) {
    return onFiles((files) => files.onFile(action, fd, number));
  },
  dokumill_node_text__deps: ['$onFiles'],
  dokumill_node_text: function (what, name, text, room) {
    return onFiles((files) => {
      var value = files.text(what, UTF8ToString(name));
      stringToUTF8(value, text, room);
      return lengthBytesUTF8(value);
    });
  },
  dokumill_node_wait_readable__deps: ['$onFiles'],
  dokumill_node_wait_readable: function (fd, timeout) {
    return onFiles((files) => files.waitReadable(fd, timeout));
  },
  dokumill_node_signal: function () {
    return Module['files'] ? Module['files'].signal() : 0;
  },
  dokumill_node_random: function () {
    // node 18 has no global object crypto.
    return Module['files'] ? Module['files'].random() : crypto.getRandomValues(new Uint32Array(1))[0];
  },
});
