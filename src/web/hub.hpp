// Hub: what the connections of a server share. Only the server's thread uses it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "web/access.hpp"
#include "web/mill.hpp"
#include "web/puzzle_pool.hpp"
#include "web/server.hpp"
#include "web/work_thread.hpp"

namespace dokumill::web {

class Connection;

struct Hub {
  boost::asio::io_context& io;
  const Limits& limits;
  Access& access;
  std::string engine;
  int threads;
  WorkThread& work;
  PuzzlePool& pool;
  Mill& mill;
  std::string no_memory;  // the complete answer to send when memory ran out
  // Removes a closed connection from the server's list.
  std::function<void(Connection*)> forget;
};

}  // namespace dokumill::web
