/** A real terminal: a program runs in tmux, and what stands on the screen can be read. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

export interface Terminal {
  /** Lines of the screen, without empty ones. */
  screen(): Promise<string[]>
  /** With what steers colours. */
  rawScreen(): Promise<string>
  until(isSo: (lines: readonly string[]) => boolean): Promise<string[]>
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

const patienceMs = 90_000
const lookEveryMs = 50

/** When the program ends, `exit N` stands on the screen. */
export async function openTerminal({
  command,
  cwd,
  env,
  columns,
  rows,
}: TerminalSettings): Promise<Terminal> {
  // A server of its own, so that nothing of it is shared with other tests or with whoever runs them.
  const name = `filesmith-${randomUUID()}`
  const tmux = async (...args: readonly string[]) =>
    (
      await promisify(execFile)('tmux', ['-L', name, '-f', '/dev/null', ...args], {
        env: { ...env, TERM: 'xterm' },
      })
    ).stdout
  // The shell hears Ctrl-C as well, and has to outlive it to tell how the program ended.
  const line = `trap : INT; ${command.map(quoted).join(' ')}; echo "exit $?"; exec cat`
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, 'sh', '-c', line)
  const read = async () =>
    (await tmux('capture-pane', '-p', '-J')).split('\n').filter(text => text.trim() !== '')
  return {
    screen: read,
    rawScreen: () => tmux('capture-pane', '-p', '-e'),
    async until(isSo) {
      const deadline = Date.now() + patienceMs
      for (;;) {
        const lines = await read()
        if (isSo(lines)) return lines
        if (Date.now() > deadline) throw new Error(`the screen stayed:\n${lines.join('\n')}`)
        await new Promise(resolve => setTimeout(resolve, lookEveryMs))
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
