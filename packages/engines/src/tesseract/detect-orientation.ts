/** Asks Tesseract which way up a page is, and in which script it is written. */
import { readFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import type { Sandbox } from '../process/sandbox.ts'
import { runTesseract, type TesseractRun } from './run-tesseract.ts'

export interface Orientation {
  /** Degrees the picture has to be turned clockwise to be upright. */
  readonly turn: 0 | 90 | 180 | 270
  /** Above about 2 it can be relied on. */
  readonly rotationConfidence: number
  /** As Tesseract names it: Latin, Cyrillic, Han. */
  readonly script: string
  readonly scriptConfidence: number
}

export interface OrientationRun extends TesseractRun {
  readonly dpi: number
}

const tooLittleText = 'too little text'

/** Letters Tesseract wants to see: the more, the surer it is, and the longer it takes. */
const manyLetters = 50
const someLetters = 20
const fewestLetters = 10
/** A turn that is told less surely is asked for again. */
const sureRotation = 4

/** Undefined when there is too little text to tell. */
export async function detectOrientation(
  sandbox: Sandbox,
  run: OrientationRun,
): Promise<Orientation | undefined> {
  const told = (await ask(sandbox, run, someLetters)) ?? (await ask(sandbox, run, fewestLetters))
  const isDoubtful = told !== undefined && told.turn !== 0 && told.rotationConfidence < sureRotation
  return isDoubtful ? ((await ask(sandbox, run, manyLetters)) ?? told) : told
}

async function ask(sandbox: Sandbox, run: OrientationRun, letters: number): Promise<Orientation | undefined> {
  try {
    const result = await runTesseract(
      sandbox,
      run,
      [
        '--psm',
        '0',
        '-c',
        `min_characters_to_try=${letters}`,
        '--dpi',
        String(Math.round(run.dpi)),
        '-l',
        'osd',
      ],
      exit => new AppError('internal', {}, { cause: new Error(tooLittleText, { cause: exit.stderr }) }),
    )
    return parseOrientation(await readFile(`${result}.osd`, 'utf8'))
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof Error && error.cause.message === tooLittleText)
      return undefined
    throw error
  }
}

export function parseOrientation(report: string): Orientation | undefined {
  const value = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(report)?.[1]
  const [rotate, script] = [Number(value('Rotate')), value('Script')]
  if (script === undefined || ![0, 90, 180, 270].includes(rotate)) return undefined
  return {
    turn: rotate as Orientation['turn'],
    rotationConfidence: Number(value('Orientation confidence')),
    script,
    scriptConfidence: Number(value('Script confidence')),
  }
}
