/** `npm run admin`: runs an admin command; passwords are typed without echo, or piped. */
import { once } from 'node:events'
import { runAdmin } from './admin-command.ts'

const enter = /[\r\n]/
const cancel = '\u0003'
const backspace = /[\b\u007f]/

const { exitCode, message } = await runAdmin({
  args: process.argv.slice(2),
  env: process.env,
  readPassword,
})
const output = exitCode === 0 ? process.stdout : process.stderr
output.write(`${message}\n`)
process.exitCode = exitCode

/** Asked for twice, because the input is not echoed. */
async function readPassword(isPiped: boolean): Promise<string> {
  if (isPiped || !process.stdin.isTTY) return readPiped()
  const [password = '', again] = await readHidden(['Password: ', 'Repeat password: '])
  if (again !== password) throw new Error('Passwords do not match.')
  return password
}

async function readPiped(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.replace(/\r?\n.*/s, '')
}

/** Input typed or pasted ahead is used for the next prompt. */
async function readHidden(prompts: readonly string[]): Promise<string[]> {
  const { stdin, stderr } = process
  const lines: string[] = []
  let typed = ''
  const promptNext = () => {
    const prompt = prompts[lines.length]
    if (prompt !== undefined) stderr.write(prompt)
  }
  stdin.setEncoding('utf8').setRawMode(true).resume()
  promptNext()
  try {
    while (lines.length < prompts.length) {
      const [keys] = (await once(stdin, 'data')) as [string]
      for (const key of keys) {
        if (key === cancel) throw new Error('Canceled.')
        if (enter.test(key)) {
          lines.push(typed)
          typed = ''
          stderr.write('\n')
          promptNext()
        } else typed = backspace.test(key) ? typed.slice(0, -1) : typed + key
      }
    }
    return lines
  } finally {
    stdin.setRawMode(false).pause()
  }
}
