/** Network namespaces joined by a bridge, inside the namespace of the stage: they go when its last process goes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, bridgeAddress, hostNames, hostsFile, type StageSize } from './addresses.ts'
import { programEnv } from './unpacked-programs.ts'

export function makeNetwork(folder: string, size: StageSize): void {
  const run = (program: string, ...args: string[]) => {
    execFileSync(program, args, { env: programEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // Ours alone: nobody outside sees these mounts, and they end with us.
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
    // nginx is not root and listens on port 80.
    const mayListen = 'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start'
    run('nsenter', `--net=/run/netns/${host}`, 'sh', '-c', `${inside} && ${mayListen}`)
  }
}

/** Words before a command that make it run on that host. */
export function onHost(host: string): string[] {
  return ['nsenter', `--net=/run/netns/${host}`, '--']
}
