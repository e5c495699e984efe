"""Runs OpenStack Swift with its S3 API: four servers on one disk, all files below one folder."""
import os
import sys

from swift.common import utils

folder, address, port, key_id, secret = sys.argv[1:]
etc = os.path.join(folder, 'etc')
utils.SWIFT_CONF_FILE = os.path.join(etc, 'swift.conf')
# Must run before other imports, because it patches the modules that are already loaded.
utils.eventlet_monkey_patch()

STORES = {'account': 6202, 'container': 6201, 'object': 6200}
DEFAULTS = f"""[DEFAULT]
swift_dir = {etc}
devices = {folder}
mount_check = false
workers = 0
user = daemon
log_level = ERROR
"""
PROXY = f"""bind_ip = {address}
bind_port = {port}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11211
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{key_id.replace(':', '_')} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
"""


def write(name, text):
    with open(os.path.join(etc, name), 'w') as file:
        file.write(text)


os.makedirs(os.path.join(folder, 'disk'))
os.makedirs(etc)
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = filesmith\n[storage-policy:0]\nname = one\ndefault = yes\n')
write('proxy.conf', DEFAULTS + PROXY)
for store, store_port in STORES.items():
    write(f'{store}.conf', f"""{DEFAULTS}bind_ip = 127.0.0.1
bind_port = {store_port}
[pipeline:main]
pipeline = {store}-server
[app:{store}-server]
use = egg:swift#{store}
""")

# These modules read swift.conf at import time.
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi
import swift.account.server, swift.container.server, swift.obj.server, swift.proxy.server

for store, store_port in STORES.items():
    ring = RingBuilder(2, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'disk', 'meta': '',
                  'ip': '127.0.0.1', 'port': store_port,
                  'replication_ip': '127.0.0.1', 'replication_port': store_port})
    ring.rebalance()
    ring.get_ring().save(os.path.join(etc, f'{store}.ring.gz'))

for server in [*STORES, 'proxy']:
    if os.fork() == 0:
        sys.exit(run_wsgi(os.path.join(etc, f'{server}.conf'), f'{server}-server'))
os.wait()
sys.exit('a Swift server exited')
