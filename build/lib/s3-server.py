"""OpenStack Swift with its S3 API in one process, for tests: s3-server.py FOLDER PORT KEY_ID SECRET. Ends with its parent process."""
import eventlet

eventlet.monkey_patch()

import array
import ctypes
import os
import signal
import sys

from eventlet import listen, spawn, wsgi
from swift.account.server import AccountController
from swift.common import utils
from swift.common.ring import RingData
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

# PR_SET_PDEATHSIG
ctypes.CDLL(None).prctl(1, signal.SIGKILL)

folder, port, key_id, secret = sys.argv[1:]
account, user = key_id.split(':')
configuration = {
    'swift.conf': """
[swift-hash]
swift_hash_path_suffix = strand
""",
    'proxy-server.conf': f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = gatekeeper s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
""",
}
for name, content in configuration.items():
    with open(os.path.join(folder, name), 'w') as file:
        file.write(content)
utils.set_swift_dir(folder)
utils.validate_hash_conf()
reload_storage_policies()
os.makedirs(os.path.join(folder, 'devices', 'one', 'tmp'))

storage = {
    'devices': os.path.join(folder, 'devices'),
    'swift_dir': folder,
    'mount_check': 'false',
    'allowed_sync_hosts': '127.0.0.1',
}
quiet = open(os.devnull, 'w')
for ring, controller in (('account', AccountController), ('container', ContainerController), ('object', ObjectController)):
    server = listen(('127.0.0.1', 0))
    device = {
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'one',
        'ip': '127.0.0.1', 'port': server.getsockname()[1],
        'replication_ip': '127.0.0.1', 'replication_port': server.getsockname()[1],
    }
    RingData([array.array('H', [0])], [device], 32).save(os.path.join(folder, f'{ring}.ring.gz'))
    spawn(wsgi.server, server, controller(storage, logger=None), quiet)

class Cache:
    """In place of memcached, which Swift requires to know accounts and buckets."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        self.values[key] = value

    def incr(self, key, delta=1, time=0):
        self.values[key] = max(0, int(self.values.get(key) or 0) + delta)
        return self.values[key]

    def delete(self, key, server_key=None):
        self.values.pop(key, None)


cache = Cache()
application = loadapp(os.path.join(folder, 'proxy-server.conf'))


def proxy(environ, start_response):
    environ['swift.cache'] = cache
    return application(environ, start_response)


server = listen(('127.0.0.1', int(port)))
print('ready', server.getsockname()[1], flush=True)
wsgi.server(server, proxy, quiet)
