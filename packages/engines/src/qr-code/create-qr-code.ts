/** Draws QR codes. It only reads text, so it runs in the worker without an engine. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { AppError } from '@filesmith/contract/errors'
import { createQrCode } from '@filesmith/contract/operations/create-qr-code'
import {
  type ErrorCorrection,
  leastSize,
  type QrCode,
  writePng,
  writeSvg,
} from '@filesmith/contract/tools/qr/draw-qr-code'
import { qrMessages } from '@filesmith/contract/tools/qr/messages'
import { encode } from 'uqr'
import { defineAbility, handle } from '../ability.ts'

/** Digits in the largest code; other characters take more room. */
const maxTextBytes = 7089

const ability = defineAbility({
  id: 'create-qr-code',
  engine: null,
  from: [],
  to: createQrCode.outputs,
  cost: 1,
  operation: 'create-qr-code',
  options: createQrCode.options.omit({ outputFormat: true }),
})

const { run } = handle(ability, async ({ step, inputPath, outputPath, onProgress }) => {
  const { errorCorrection, ...style } = step.options
  const code = makeCode(await readText(inputPath), errorCorrection)
  const least = leastSize(code, style.margin)
  if (style.size < least) throw refused(qrMessages.tooSmall(least))
  await writeFile(
    outputPath,
    step.to === 'png' ? await writePng(code, style, promisify(deflate)) : writeSvg(code, style),
  )
  onProgress({ percent: 100, stage: 'done' })
  return {}
})

export const qrCodeAbility = { ability, run }

/** Without the line break that editors and shells add at the end. */
async function readText(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > maxTextBytes + 2) throw refused(qrMessages.tooLong)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)).replace(/\r?\n$/, '')
    if (text !== '') return text
  } catch (error) {
    throw refused(qrMessages.notText, error)
  }
  throw refused(qrMessages.noText)
}

function makeCode(text: string, ecc: ErrorCorrection): QrCode {
  try {
    return encode(text, { ecc, border: 0 }).data
  } catch (error) {
    throw error instanceof RangeError ? refused(qrMessages.tooLong, error) : error
  }
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError('invalid-request', { reason }, { cause })
}
