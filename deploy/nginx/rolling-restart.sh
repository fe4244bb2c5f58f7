#!/bin/sh
# Restarts servers behind nginx one after another, without a failed request: rolling-restart.sh 3000 3001
# Each is taken out of nginx's upstream, restarted, and put back when it is ready.
set -eu
upstream=${UPSTREAM:-/etc/nginx/conf.d/strand-upstream.conf}

if [ $# -eq 0 ]; then
  echo "Usage: rolling-restart.sh PORT…" >&2
  exit 2
fi

for port in "$@"; do
  if ! grep -Eq "^ *server 127\.0\.0\.1:$port( [^;]*)?;" "$upstream"; then
    echo "$upstream has no server 127.0.0.1:$port." >&2
    exit 1
  fi
done

for port in "$@"; do
  sed -Ei "s/^( *server 127\.0\.0\.1:$port( [^;]*)?);/\1 down;/" "$upstream"
  systemctl reload nginx
  # Returns when the server is ready. If it is not, it stays out of the upstream, and the other servers continue.
  if ! systemctl restart "strand@$port"; then
    echo "strand@$port did not start. It stays marked as down in $upstream: see journalctl -u strand@$port" >&2
    exit 1
  fi
  sed -Ei "s/^( *server 127\.0\.0\.1:$port( [^;]*)?) down;/\1;/" "$upstream"
  systemctl reload nginx
done
