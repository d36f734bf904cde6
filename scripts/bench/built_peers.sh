# bench.sh --peers [ROUNDS] --PEER PROGRAM... [LIST...]: dokumill and peers that you have built.
#
# All programs run in turn as whole processes, on one thread and one processor, from file to file. The
# time is processor time (user and system). Prints Markdown with the best of ROUNDS (default: 5).
# LIST is a file of puzzles, one a line (default: what make_puzzles makes).
#
#   peer      program                          how it runs
#   tdoku     its example/solve.c, compiled    `solve 2` counts up to two solutions. If there is one, it
#             as its README describes          solves again for the text. `solve 1` takes the first
#   schoku    schoku                           `-rM` searches for a second solution. `-rR`, its default,
#                                              relies on there being one
#   forge     sukaku-forge-rate                `--allow-uniqueness`: all techniques of version 1.2.1
#   skfr      skfr                             `--input`, with its default techniques
#
# A list for the solvers is repeated until dokumill takes half a second (LEAST=SECONDS changes that)
# or it has 1.5 million puzzles. The peers get an eighth of that, or the list once. Every answer is
# compared with dokumill's: the solution of each puzzle that has one, and the number of puzzles with
# several. Raters get the list as it is. They may differ on purpose, so the table shows the share of
# equal ratings.
dokumill="$build/dokumill"
head=$(where)  # before only one processor is left
cpu=$(taskset -cp $$ | grep -oE '[0-9]+$')
taskset -cp "$cpu" $$ >/dev/null
export OMP_NUM_THREADS=1

# spend NAME COMMAND...: appends the processor time of the command to times/NAME.
spend() {
  local name=$1 TIMEFORMAT='%U %S'
  shift
  { time "$@" >messages 2>&1; } 2>spent || { echo "bench.sh: failed: $*" >&2; cat messages >&2; exit 1; }
  awk '{ print $1 + $2 }' spent >>"times/$name"
}

# The lists, as 81 characters with dots, which all programs read.
mkdir lists
if [ ${#lists[@]} -eq 0 ]; then
  for set in easy minimal hard several; do "$build/bench/make_puzzles" $set 20000 1 | tr 0 . >lists/$set; done
else
  for list in "${lists[@]}"; do
    name=$(basename "$list" | tr ' ' _)
    sed '/^#/d; s/\r$//' "$list" | cut -c 1-81 | tr 0 . >"lists/${name%.*}"
  done
fi
names=($(ls lists))
engines=($("$dokumill" --version | awk '/ puzzles at a time/ && !/not on this/ && !/portable/ { print $1 }'))
[ ${#engines[@]} -gt 0 ] || engines=(portable)

run_dokumill() { "$dokumill" solve -q --threads 1 --engine "$1" $2.many -o answers; }
run_tdoku() { "${built[tdoku]}" "$1" <$2.few >answers; }
run_schoku() { "${built[schoku]}" -t1 "-r$1" -y $2.few answers; }
rate_dokumill() { "$dokumill" rate -q --threads 1 lists/$1 -o answers; }
rate_forge() { "${built[forge]}" --allow-uniqueness <lists/$1 >answers; }
rate_skfr() { "${built[skfr]}" --input=zeros; }  # reads zeros.txt

# prepare_solvers NAME: the files NAME.many and NAME.few, and their answers.
prepare_solvers() {
  cp lists/$1 $1.many
  while true; do
    rm -f times/size
    spend size run_dokumill auto $1
    awk -v s="$(cat times/size)" -v n="$(wc -l <$1.many)" -v least="${LEAST:-0.5}" \
      'BEGIN { exit s < least && n < 1.5e6 }' && break
    cat $1.many $1.many >twice
    mv twice $1.many
  done
  local all listed
  all=$(wc -l <$1.many) listed=$(wc -l <lists/$1)
  head -n $((all / 8 > listed ? all / 8 : listed)) $1.many >$1.few
  "$dokumill" solve -q --count 2 $1.few -o $1.counts
  "$dokumill" solve -q $1.few | paste -d ' ' $1.counts - | awk '$1 == 1 { print $2 }' >$1.expected
}
# judge PEER NAME SEVERAL: compares the answers, of which SEVERAL had several solutions.
judge() {
  case $1 in
    tdoku) cut -d : -f 3 answers ;;
    schoku) cut -d , -f 2 answers ;;
  esac | paste -d ' ' $2.counts - | awk '$1 == 1 { print $2 }' >solved
  cmp -s solved $2.expected && [ "$3" -eq "$(grep -cx 2 $2.counts)" ] ||
    { echo "bench.sh: $1 has other answers to $2 than dokumill" >&2; exit 1; }
}
# The number of a line of Schoku's statistics, which leaves out lines with zero.
several_of_schoku() { awk '/more than one solution/ { n = $1 } END { print n + 0 }' messages; }

solvers() {
  for name in "${names[@]}"; do
    for engine in "${engines[@]}"; do
      rm -f answers
      spend $name.$engine run_dokumill $engine $name
    done
    for mode in ${built[tdoku]:+2 1}; do
      rm -f answers
      spend $name.tdoku$mode run_tdoku $mode $name
      [ $mode = 1 ] || judge tdoku $name "$(awk -F : '$2 > 1' answers | wc -l)"
    done
    for mode in ${built[schoku]:+M R}; do
      rm -f answers
      spend $name.schoku$mode run_schoku $mode $name
      [ $mode = R ] || judge schoku $name "$(several_of_schoku)"
    done
  done
}
raters() {
  for name in "${names[@]}"; do
    spend $name.rate rate_dokumill $name
    cut -f 1 answers >$name.ratings
    if [ -n "${built[forge]:-}" ]; then
      spend $name.forge rate_forge $name
      cut -d / -f 1 answers >$name.forge
    fi
    if [ -n "${built[skfr]:-}" ]; then
      tr . 0 <lists/$name >zeros.txt
      spend $name.skfr rate_skfr $name
      sed 's/.*ED=//; s/\/.*//' zeros_rat.txt >$name.skfr
    fi
  done
}

# speed FILE KEY: records of the file per second of the best run.
speed() { awk -v n="$(wc -l <"$1")" -v s="$(best "$2")" 'BEGIN { print n / s }'; }
# cell SPEED [OURS]: a cell of the table, with the ratio of OURS to SPEED.
cell() { echo -n " $(rate "$1" 1)${2:+ ($(awk -v a="$2" -v b="$1" 'BEGIN { printf "%.1f", a / b }'))} |"; }
# equal NAME PEER: the share of puzzles with equal ratings.
equal() { paste $1.ratings $1.$2 | awk '{ n += $1 == $2 } END { printf " %.1f %% |", 100 * n / NR }'; }

solver_table() {
  echo "| list |$(printf ' %s |' "${engines[@]}")${built[tdoku]:+ tdoku, 2 | tdoku, 1 |}${built[schoku]:+ Schoku, M | Schoku, R |}"
  echo "|---$(for column in "${engines[@]}" ${built[tdoku]:+2 1} ${built[schoku]:+M R}; do echo -n '|---'; done)|"
  for name in "${names[@]}"; do
    local ours
    ours=$(speed $name.many $name.${engines[0]})
    echo -n "| $name |"
    for engine in "${engines[@]}"; do cell "$(speed $name.many $name.$engine)"; done
    for peer in ${built[tdoku]:+tdoku2 tdoku1} ${built[schoku]:+schokuM schokuR}; do
      cell "$(speed $name.few $name.$peer)" "$ours"
    done
    echo
  done
}
rater_table() {
  echo "| list | puzzles | dokumill |${built[forge]:+ Sukaku Forge | equal |}${built[skfr]:+ skfr | equal |}"
  echo "|---|---|---|${built[forge]:+---|---|}${built[skfr]:+---|---|}"
  for name in "${names[@]}"; do
    local ours
    ours=$(speed lists/$name $name.rate)
    echo -n "| $name | $(wc -l <lists/$name) |"
    cell "$ours"
    for peer in ${built[forge]:+forge} ${built[skfr]:+skfr}; do
      cell "$(speed lists/$name $name.$peer)" "$ours"
      equal $name $peer
    done
    echo
  done
}

measured=()
if [ -n "${built[tdoku]:-}${built[schoku]:-}" ]; then
  for name in "${names[@]}"; do prepare_solvers $name; done
  measured+=(solver)
fi
[ -z "${built[forge]:-}${built[skfr]:-}" ] || measured+=(rater)
programs() { for kind in "${measured[@]}"; do ${kind}s; done; }
in_rounds programs
echo "$head"
for kind in "${measured[@]}"; do
  echo
  ${kind}_table
done
for peer in tdoku schoku forge skfr; do
  [ -n "${built[$peer]:-}" ] || echo "bench.sh: not measured: $peer (--$peer PROGRAM)" >&2
done
