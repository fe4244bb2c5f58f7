#!/bin/sh
# Restarts servers behind nginx one after another, without a failed request: rolling-restart.sh 3000 3001
# Each is taken out of nginx's upstream, restarted, and put back when it is ready. After a failure or Ctrl+C, run it again.
set -eu
upstream=${UPSTREAM:-/etc/nginx/conf.d/strand-upstream.conf}

if [ $# -eq 0 ]; then
  echo "Usage: rolling-restart.sh PORT…" >&2
  exit 2
fi

# The folder, because `sed -i` replaces the file.
exec 9<"$(dirname "$upstream")"
flock -n 9 || { echo "Another rolling-restart.sh is running." >&2; exit 1; }

line_of() { echo "^ *server 127\.0\.0\.1:$1[ ;]"; }
is_down() { grep -E "$(line_of "$1")" "$upstream" | grep -Eq ' down[ ;]'; }
has_other() { grep -E '^ *server ' "$upstream" | grep -Ev "$(line_of "$1")" | grep -Evq ' down[ ;]'; }
put_back() { sed -Ei "/$(line_of "$1")/{:again; s/ down([ ;])/\1/; t again;}" "$upstream"; }
take_out() { put_back "$1" && sed -Ei "/$(line_of "$1")/s/;/ down;/" "$upstream"; }

# Servers that are out begin: an earlier run may have left them.
out= in=
for port in "$@"; do
  if ! grep -Eq "$(line_of "$port")" "$upstream"; then
    echo "$upstream has no server 127.0.0.1:$port." >&2
    exit 1
  fi
  if is_down "$port"; then out="$out $port"; else in="$in $port"; fi
done

for port in $out $in; do
  if ! has_other "$port"; then
    echo "$upstream has no server besides 127.0.0.1:$port that is not marked as down: nothing would answer." >&2
    exit 1
  fi
  take_out "$port"
  systemctl reload nginx
  # Returns when the server is ready. If it is not, it stays out of the upstream, and the other servers continue.
  if ! systemctl restart "strand@$port"; then
    echo "strand@$port did not start. It stays marked as down in $upstream: see journalctl -u strand@$port" >&2
    exit 1
  fi
  put_back "$port"
  systemctl reload nginx
done
