/** Runs a program in a tmux terminal and reads its screen. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

export interface Terminal {
  /** Non-empty lines of the screen. */
  screen(): Promise<string[]>
  /** With the escape sequences for colors. */
  rawScreen(): Promise<string>
  until(condition: (lines: readonly string[]) => boolean): Promise<string[]>
  resize(columns: number, rows: number): Promise<void>
  press(key: string): Promise<void>
  close(): Promise<void>
}

interface TerminalSettings {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly columns: number
  readonly rows: number
}

const timeoutMs = 90_000
const pollIntervalMs = 50

/** After the program exits, the screen shows `exit N`. */
export async function openTerminal({
  command,
  cwd,
  env,
  columns,
  rows,
}: TerminalSettings): Promise<Terminal> {
  // A separate tmux server, isolated from other tests and from the developer's sessions.
  const name = `filesmith-${randomUUID()}`
  const tmux = async (...args: readonly string[]) =>
    (
      await promisify(execFile)('tmux', ['-L', name, '-f', '/dev/null', ...args], {
        env: { ...env, TERM: 'xterm' },
      })
    ).stdout
  // The shell receives Ctrl-C as well and must survive it to print the exit code.
  const line = `trap : INT; ${command.map(quoted).join(' ')}; echo "exit $?"; exec cat`
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, 'sh', '-c', line)
  const read = async () =>
    (await tmux('capture-pane', '-p', '-J')).split('\n').filter(text => text.trim() !== '')
  return {
    screen: read,
    rawScreen: () => tmux('capture-pane', '-p', '-e'),
    async until(condition) {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const lines = await read()
        if (condition(lines)) return lines
        if (Date.now() > deadline) throw new Error(`timed out; the screen shows:\n${lines.join('\n')}`)
        await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
      }
    },
    async resize(toColumns, toRows) {
      await tmux('resize-window', '-x', String(toColumns), '-y', String(toRows))
    },
    async press(key) {
      await tmux('send-keys', key)
    },
    async close() {
      await tmux('kill-server').catch(() => undefined)
    },
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
