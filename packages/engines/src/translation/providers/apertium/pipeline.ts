/** A running Apertium pipeline: its programs connected by pipes, translating sentence by sentence. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Stage } from './read-modes.ts'

export interface Pipeline {
  readonly isUsable: boolean
  /** Rejects when one of its programs exits. Must not be called concurrently. */
  translate(sentences: readonly string[]): Promise<string[]>
  kill(): void
}

export function startPipeline(stages: readonly Stage[]): Pipeline {
  const children: ChildProcess[] = []
  let isUsable = true
  let pending: { take(answer: string): void; fail(error: Error): void } | undefined

  const end = (error: Error) => {
    if (!isUsable) return
    isUsable = false
    for (const child of children) child.kill('SIGKILL')
    pending?.fail(error)
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
  // An exiting program breaks its pipe; the exit handler deals with it.
  input.on('error', () => {})
  // Close our ends of the inner pipes, otherwise the next program would never see end-of-file.
  for (const child of children.slice(0, -1)) child.stdout?.destroy()

  let buffered = ''
  output.setEncoding('utf8')
  output.on('data', (text: string) => {
    const answers = (buffered + text).split('\0')
    buffered = answers.pop() ?? ''
    for (const answer of answers) pending?.take(answer)
  })

  return {
    translate(sentences) {
      if (!isUsable) return Promise.reject(new Error('The pipeline is closed'))
      if (sentences.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const answers: string[] = []
        pending = {
          take: answer => {
            answers.push(fromStream(answer))
            if (answers.length < sentences.length) return
            pending = undefined
            resolve(answers)
          },
          fail: reject,
        }
        input.write(sentences.map(toStream).join(''))
      })
    },
    kill: () => end(new Error('The pipeline was killed')),
    get isUsable() {
      return isUsable
    },
  }
}

const reserved = /[\\[\]{}^$/@<>]/g
/** Appended by Apertium's text reader after the last word, so that the sentence end is recognized. */
const sentenceEnd = '.[]'

/** One sentence with the null byte that makes every program flush. */
export function toStream(sentence: string): string {
  const plain = sentence
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a null byte would end the sentence early.
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
  const escaped = plain.replace(reserved, '\\$&').replaceAll('~', '[~]')
  return `${escaped}${sentenceEnd}\n\0`
}

/** Apertium stream format: escapes reserved characters and marks the end of a sentence. */
export function fromStream(answer: string): string {
  return withoutFinalBlank(answer)
    .replaceAll('[~]', '~')
    .replace(/\\(.)/gs, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Without the empty blank at the end, and the full stop that Apertium puts before it. */
function withoutFinalBlank(answer: string): string {
  const text = answer.trimEnd()
  return text.endsWith('[]') ? text.slice(0, -2).trimEnd().replace(/\.$/, '') : answer
}
