"""Asks real shells for completions: bash, zsh and fish, each with the script of the build."""
import os
import pty
import select
import shlex
import subprocess
import time

SECONDS = 60  # a limit for a shell that hangs; no test depends on how fast a shell is


def run(words, **options):
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, **options)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{words}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def bash_words(script, lines, folder="."):
    """The candidates for the last word of each line, as bash gets them from the function _dokumill.
    A line is a list of words."""
    calls = [f"source {shlex.quote(str(script))}", "compopt() { printf 'option:%s\\n' \"$2\"; }"]
    for line in lines:
        words = []
        for word in line:  # bash cuts --flag=value into three words
            name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
            words += [name, equals] + ([value] if value else []) if equals else [name]
        array = " ".join(map(shlex.quote, words))
        calls.append(f"COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _dokumill; printf '%s\\n' \"${{COMPREPLY[@]}}\" --end--")
    out = run(["bash", "--norc", "--noprofile"], input="\n".join(calls) + "\n", cwd=folder)
    answers = [part.split("\n") for part in out.split("--end--\n")][:-1]
    return [[word for word in answer if word] for answer in answers]


def fish_words(script, lines, folder="."):
    calls = [f"source {shlex.quote(str(script))}"]
    for line in lines:
        text = " ".join(line).replace("\\", "\\\\").replace("'", "\\'")
        calls += [f"complete -C '{text}'", "echo --end--"]
    home = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    out = run(["fish", "--no-config"], input="\n".join(calls) + "\n", cwd=folder, env=home)
    answers = [[word.split("\t")[0] for word in part.split("\n") if word] for part in out.split("--end--\n")][:-1]
    # fish 4 also answers with words that only contain the letters; a terminal shows them if no word
    # begins with them.
    return [[word for word in found if word.startswith(line[-1])] or found for line, found in zip(lines, answers)]


class Terminal:
    """A shell in a pseudo terminal."""

    def __init__(self, words, folder, environment):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {**os.environ, "TERM": "dumb", "COLUMNS": "200", **environment})
        self.seen = b""

    def type(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, text):
        """Reads until the shell has printed `text`. Returns what came before it."""
        limit = time.monotonic() + SECONDS
        wanted = text.encode()
        while wanted not in self.seen:
            if time.monotonic() > limit:
                raise AssertionError(f"the shell did not print {text!r} but {self.seen!r}")
            if select.select([self.fd], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536)
                except OSError:
                    raise AssertionError(f"the shell ended after {self.seen!r}") from None
        before, _, self.seen = self.seen.partition(wanted)
        return before.decode(errors="replace")

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


# Every candidate of zsh passes through compadd, so this compadd writes the candidates to a file.
ZSH_SETUP = r"""
PS1='ready> '
unsetopt beep prompt_cr prompt_sp
autoload -Uz compinit && compinit -u -D
zstyle ':completion:*' verbose no
compadd() {
  local -a kept
  [[ ${@[1,(i)(-|--)]} == *-[OAD]* ]] && { builtin compadd "$@"; return; }
  builtin compadd -O kept "$@"
  (( $#kept )) && print -rl -- $kept >>$CAPTURED
  builtin compadd "$@"
}
# Lists the candidates and changes nothing, so that the line can be cleared with ^U.
ask() { print -r -- --begin-- >>$CAPTURED; zle list-choices; print -r -- --end-- >>$CAPTURED; print -n ASKED; }
zle -N ask
bindkey '^X' ask
bindkey '^U' kill-whole-line
print STAR''TED
"""


def zsh_words(script, lines, folder):
    captured = os.path.join(folder, "captured")
    setup = os.path.join(folder, "setup.zsh")
    with open(setup, "w", encoding="utf-8") as file:
        file.write(f"fpath=({shlex.quote(str(script.parent))} $fpath)\n" + ZSH_SETUP)
    shell = Terminal(["zsh", "-f", "-i"], folder, {"CAPTURED": captured, "ZDOTDIR": str(folder)})
    shell.type(f"source {shlex.quote(setup)}\n")
    shell.wait_for("STARTED")
    shell.wait_for("ready> ")
    for line in lines:
        shell.type(" ".join(line) + "\x18")
        shell.wait_for("ASKED")
        shell.type("\x15")
    shell.close()
    with open(captured, encoding="utf-8") as file:
        parts = file.read().split("--begin--\n")[1:]
    return [[word for word in part.split("--end--")[0].split("\n") if word] for part in parts]
