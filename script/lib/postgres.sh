# shellcheck shell=bash
# Starts a temporary PostgreSQL with a new data folder, on a free port of the loopback address.

pg_data=

# Prints the folder with initdb and postgres; of several, the last one, which is the newest.
pg_bin() {
  local dir newest=
  for dir in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /{opt/homebrew,usr/local}/opt/postgresql*/bin "$(dirname "$(command -v initdb || echo /)")"; do
    if [[ -x $dir/initdb && -x $dir/postgres ]]; then newest=$dir; fi
  done
  printf '%s' "$newest"
}

# PostgreSQL does not run as root, so root runs it as the user postgres or nobody.
run_as_postgres() { if [[ $(id -u) == 0 ]]; then (cd / && runuser -u "$(postgres_user)" -- "$@"); else "$@"; fi; }
postgres_user() { if id postgres >/dev/null 2>&1; then echo postgres; else echo nobody; fi; }

start_postgres() {
  local bin port options
  if [[ -n ${MARQUEE_TEST_POSTGRES_URL-} ]]; then return; fi
  if [[ -z $(pg_bin) ]]; then install PostgreSQL postgresql postgresql-server postgresql || return; fi
  bin=$(pg_bin)
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })') || return
  pg_data=$(mktemp -d)
  if [[ $(id -u) == 0 ]]; then chown "$(postgres_user)" "$pg_data"; fi
  run_as_postgres "$bin/initdb" -D "$pg_data/db" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$pg_data.log" || return
  options="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=400 -c fsync=off"
  run_as_postgres "$bin/pg_ctl" -D "$pg_data/db" -l "$pg_data/log" -w -t 60 -o "$options" start >"$pg_data.log" || return
  export MARQUEE_TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres"
}

stop_postgres() {
  local pid
  if [[ -z $pg_data ]]; then return; fi
  if [[ -f $pg_data/db/postmaster.pid ]]; then
    pid=$(head -n 1 "$pg_data/db/postmaster.pid")
    kill -INT "$pid" && for _ in {1..100}; do if kill -0 "$pid" 2>/dev/null; then sleep 0.1; fi; done
  fi
  rm -rf "$pg_data" "$pg_data.log"
}
