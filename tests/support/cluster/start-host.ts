/** Starts a host's program in its network namespace, logs to a file and waits until it is ready. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, type HostName } from './addresses.ts'
import type { HostProgram } from './host-programs.ts'
import { onHost } from './make-network.ts'

export interface RunningHost {
  untilUp(): Promise<void>
  signal(signal: NodeJS.Signals): void
  ended(): Promise<number | null>
  stop(): Promise<void>
}

const startTimeoutMs = 90_000
const stopTimeoutMs = 15_000

export function startHost(host: HostName, program: HostProgram, logPath: string): RunningHost {
  const [command = '', ...args] = [...onHost(host), ...program.command]
  const log = openSync(logPath, 'a')
  const child = spawn(command, args, { env: program.env, stdio: ['ignore', log, log, 'ipc'], detached: true })
  const isReady = once(child, 'message').catch(() => undefined)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  async function ended(): Promise<number | null> {
    if (!hasEnded()) await once(child, 'exit')
    return child.exitCode
  }

  async function untilPortAnswers(port: number): Promise<void> {
    while (!hasEnded() && !(await answers(addressOf(host), port))) await delay(50)
  }

  return {
    ended,
    signal: signal => child.kill(signal),
    async untilUp() {
      const up = program.port === undefined ? isReady : untilPortAnswers(program.port)
      await Promise.race([up, ended(), delay(startTimeoutMs, undefined, { ref: false })])
      if (hasEnded()) throw new Error(`${host} did not start:\n${readFileSync(logPath, 'utf8').slice(-4000)}`)
    },
    async stop() {
      if (hasEnded()) return
      child.kill('SIGTERM')
      await Promise.race([ended(), delay(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
