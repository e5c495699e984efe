/** Detects the rotation and script of a page with Tesseract's OSD mode. */

import { AppError } from '@filesmith/contract/errors'
import { readReport } from '../process/read-report.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { runTesseract, type TesseractRun } from './run-tesseract.ts'

export interface Orientation {
  /** Clockwise rotation that makes the image upright. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Reliable above about 2. */
  readonly rotationConfidence: number
  /** Tesseract's script name: Latin, Cyrillic, Han. */
  readonly script: string
  readonly scriptConfidence: number
}

export interface OrientationRun extends TesseractRun {
  readonly dpi: number
}

const tooLittleText = 'too little text'

/** Values of min_characters_to_try: more letters make the result more reliable but slower. */
const manyLetters = 50
const someLetters = 20
const minLetters = 10
/** Rotations below this confidence are checked again with more letters. */
const minRotationConfidence = 4

/** Undefined if the page contains too little text. */
export async function detectOrientation(
  sandbox: Sandbox,
  run: OrientationRun,
): Promise<Orientation | undefined> {
  const detected = (await runOsd(sandbox, run, someLetters)) ?? (await runOsd(sandbox, run, minLetters))
  const isUncertain =
    detected !== undefined && detected.rotation !== 0 && detected.rotationConfidence < minRotationConfidence
  return isUncertain ? ((await runOsd(sandbox, run, manyLetters)) ?? detected) : detected
}

async function runOsd(
  sandbox: Sandbox,
  run: OrientationRun,
  letters: number,
): Promise<Orientation | undefined> {
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
    return parseOrientation(await readReport(`${result}.osd`))
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
    rotation: rotate as Orientation['rotation'],
    rotationConfidence: Number(value('Orientation confidence')),
    script,
    scriptConfidence: Number(value('Script confidence')),
  }
}
