/** Creates a network namespace per host, joined by a bridge; all of them disappear with the cluster's last process. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, bridgeAddress, type ClusterSize, hostNames, hostsFile } from './addresses.ts'
import { programEnv } from './unpacked-programs.ts'

export function makeNetwork(folder: string, size: ClusterSize): void {
  const run = (program: string, ...args: string[]) => {
    execFileSync(program, args, { env: programEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // Mounts in a private mount namespace, which disappear with this process.
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run')
  mkdirSync('/run/netns')
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, hostsFile(size))
  run('mount', '--bind', hosts, '/etc/hosts')

  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'link', 'add', 'stage', 'type', 'bridge')
  run('ip', 'address', 'add', `${bridgeAddress}/24`, 'dev', 'stage')
  run('ip', 'link', 'set', 'stage', 'up')
  for (const [index, host] of hostNames(size).entries()) {
    const cable = `cable${index}`
    run('ip', 'netns', 'add', host)
    run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host)
    run('ip', 'link', 'set', cable, 'master', 'stage', 'up')
    const inside = `ip link set lo up && ip address add ${addressOf(host)}/24 dev eth0 && ip link set eth0 up`
    // nginx listens on port 80 without root privileges.
    const mayListen = 'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start'
    run('nsenter', `--net=/run/netns/${host}`, 'sh', '-c', `${inside} && ${mayListen}`)
  }
}

/** Command prefix that runs a command on that host. */
export function onHost(host: string): string[] {
  return ['nsenter', `--net=/run/netns/${host}`, '--']
}
