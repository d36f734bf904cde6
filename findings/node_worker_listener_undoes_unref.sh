#!/bin/sh
# worker.unref() of Node has no effect if a message listener is added after it.
#
# Software:    Node.js 18.20.8 and 22.23.1 (npm packages node@18.20.8, node@22.23.1)
# Behaviour:   worker.on('message') makes the worker keep the process alive again. So a pool that
#              calls unref() where it makes the worker, and adds its listener later, never ends,
#              and one that does it in the other order ends at once. A listener of 'error' or
#              'exit' changes nothing.
# Wrong guess: unref() is a property of the worker, which holds until ref() is called.
# Seen:        unref, then on('message'): still running after 5 seconds
#              on('message'), then unref: ended
#              unref, then on('error'): ended
#
# Needs npm and timeout. Downloads the packages into a temporary folder. Exit status 1: the
# behaviour is another.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >pool.mjs <<'END'
import { Worker } from 'node:worker_threads';
const steps = {
  unref: (worker) => worker.unref(),
  message: (worker) => worker.on('message', () => {}),
  error: (worker) => worker.on('error', () => {}),
};
const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
for (const step of process.argv.slice(2)) steps[step](worker);
END
state() {
  status=0
  timeout 5 "$node" pool.mjs "$@" || status=$?
  case $status in
    0) echo ended ;;
    124) echo 'still running after 5 seconds' ;;
    *) echo "exit status $status" ;;
  esac
}
for version in 18.20.8 22.23.1; do
  npm install --silent --no-audit --no-fund --prefix "$version" "node@$version" >install.log 2>&1 || { cat install.log; exit 1; }
  node=$version/node_modules/node/bin/node
  after=$(state unref message)
  before=$(state message unref)
  error=$(state unref error)
  echo "Node $("$node" --version), unref, then on('message'): $after"
  echo "Node $("$node" --version), on('message'), then unref: $before"
  echo "Node $("$node" --version), unref, then on('error'): $error"
  if [ "$after" != 'still running after 5 seconds' ] || [ "$before" != ended ] || [ "$error" != ended ]; then
    echo CHANGED
    exit 1
  fi
done
echo 'as described: the listener undoes unref()'
