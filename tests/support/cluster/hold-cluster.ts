/** Process inside the cluster's namespaces: creates the network, starts the hosts and executes the commands of the test process. */
import { mkdirSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import { join } from 'node:path'
import { addressOf, type HostName, ingressPorts, webNames, workerNames } from './addresses.ts'
import type { ClusterCommand, ClusterConfig, ClusterReply } from './cluster-protocol.ts'
import {
  filesmithProgram,
  type HostProgram,
  nginxProgram,
  postgresProgram,
  swiftProgramOf,
} from './host-programs.ts'
import { cpuSecondsByHost, memoryByHost } from './host-usage.ts'
import { makeBucket } from './make-bucket.ts'
import { makeNetwork } from './make-network.ts'
import { runProgram } from './run-program.ts'
import { type RunningHost, startHost } from './start-host.ts'

const { folder, size, settings }: ClusterConfig = JSON.parse(process.argv[2] ?? '')
const hosts = new Map<HostName, RunningHost>()

async function start(host: HostName, program: HostProgram): Promise<void> {
  const started = startHost(host, program, join(folder, `${host}.log`))
  hosts.set(host, started)
  await started.untilUp()
}

const startFilesmith = (host: HostName) => start(host, filesmithProgram(host, folder, settings))

function listenOnSocket(host: HostName, port: number): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, outside => {
    const inside = connectTcp({ host: addressOf(host), port, allowHalfOpen: true })
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.pipe(other)
      // Propagates a reset as a reset, so that a broken connection never looks like a regular end of stream.
      one.on('error', () => other.resetAndDestroy())
    }
  })
  return new Promise(resolve => server.listen(join(folder, `${host}.sock`), resolve))
}

async function build(): Promise<void> {
  makeNetwork(folder, size)
  const building = [
    postgresProgram(folder).then(program => start('postgres', program)),
    start('s3', swiftProgramOf(folder)).then(makeBucket),
  ]
  await Promise.all(building)
  const filesmiths = [...webNames(size), ...workerNames(size)]
  for (const host of filesmiths) mkdirSync(join(folder, host))
  await Promise.all([start('nginx', nginxProgram(folder, size)), ...filesmiths.map(startFilesmith)])
  for (const { host, port } of ingressPorts(size)) await listenOnSocket(host, port)
}

async function execute(order: ClusterCommand): Promise<ClusterReply['answer']> {
  switch (order.what) {
    case 'signal':
      hosts.get(order.host)?.signal(order.signal)
      return undefined
    case 'ended':
      return hosts.get(order.host)?.ended()
    case 'start':
      await startFilesmith(order.host)
      return undefined
    case 'usage':
      return { cpuSeconds: cpuSecondsByHost(hosts.keys()), memoryBytes: memoryByHost(hosts.keys()) }
    case 'run':
      return runProgram('clients', order.command, order.env)
    case 'end':
      // The kernel kills every process of these namespaces when this process exits.
      await Promise.all([...hosts.values()].map(host => host.stop()))
      return undefined
  }
}

process.on('disconnect', () => process.exit(1))
process.on('message', (order: ClusterCommand) => {
  execute(order)
    .then(answer => ({ id: order.id, answer }))
    .catch(error => ({ id: order.id, failure: String(error) }))
    .then(reply => process.send?.(reply satisfies ClusterReply))
})
await build()
process.send?.({ id: 0, answer: undefined } satisfies ClusterReply)
