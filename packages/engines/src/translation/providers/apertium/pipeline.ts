/** One warm pipeline: Apertium's programs joined by pipes, taking sentence after sentence. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Stage } from './read-modes.ts'
import { fromStream, toStream } from './stream-format.ts'

export interface Pipeline {
  readonly isUsable: boolean
  /** Throws when one of its programs ends. One call at a time. */
  translate(sentences: readonly string[]): Promise<string[]>
  kill(): void
}

export function startPipeline(stages: readonly Stage[]): Pipeline {
  const children: ChildProcess[] = []
  let isUsable = true
  let waiting: { take(answer: string): void; fail(error: Error): void } | undefined

  const end = (error: Error) => {
    if (!isUsable) return
    isUsable = false
    for (const child of children) child.kill('SIGKILL')
    waiting?.fail(error)
  }

  for (const [program, ...args] of stages) {
    const previous = children.at(-1)?.stdout ?? 'pipe'
    const child = spawn(program, args, { stdio: [previous, 'pipe', 'ignore'] })
    child.once('error', end)
    child.once('exit', (code, signal) => end(new Error(`${program} ended (code ${code}, signal ${signal})`)))
    children.push(child)
  }
  const input = children[0]?.stdin as Writable
  const output = children.at(-1)?.stdout as Readable
  // A program that ends breaks its pipe; its exit is what we act on.
  input.on('error', () => {})
  // The last reader of these pipes is the next program: our own ends would keep it from seeing the end.
  for (const child of children.slice(0, -1)) child.stdout?.destroy()

  let held = ''
  output.setEncoding('utf8')
  output.on('data', (text: string) => {
    const answers = (held + text).split('\0')
    held = answers.pop() ?? ''
    for (const answer of answers) waiting?.take(answer)
  })

  return {
    translate(sentences) {
      if (!isUsable) return Promise.reject(new Error('The pipeline has ended'))
      if (sentences.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const answers: string[] = []
        waiting = {
          take: answer => {
            answers.push(fromStream(answer))
            if (answers.length < sentences.length) return
            waiting = undefined
            resolve(answers)
          },
          fail: reject,
        }
        input.write(sentences.map(toStream).join(''))
      })
    },
    kill: () => end(new Error('The pipeline was ended')),
    get isUsable() {
      return isUsable
    },
  }
}
