/** POST /api/create-qr-code: draws a text or a link as a QR code. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { contrastOf, errorCorrectionLevels, minContrast, qrBounds } from '../tools/qr/draw-qr-code.ts'
import { qrMessages } from '../tools/qr/messages.ts'
import { defineOperation } from './operation.ts'
import { colorField, numberField } from './option-fields.ts'

const qrOutputs = ['svg', 'png'] as const

export const createQrCode = defineOperation({
  path: '/api/create-qr-code',
  label: 'QR code creation',
  fileKind: 'image',
  noFile: qrMessages.noText,
  takes: 'one-file',
  takesText: true,
  // Any text is content, also one that looks like another format.
  inputs: 'any',
  outputs: qrOutputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(qrOutputs, { error: `Output format must be one of: ${qrOutputs.join(', ')}.` })
      .default('svg'),
    size: numberField('Size', { ...qrBounds.size, isWhole: true })
      .prefault(qrBounds.size.default)
      .describe('Width and height in pixels.'),
    errorCorrection: z
      .enum(errorCorrectionLevels, {
        error: `Error correction must be one of: ${errorCorrectionLevels.join(', ')}.`,
      })
      .default('M')
      .describe('Share of the code that may be damaged: L 7%, M 15%, Q 25%, H 30%.'),
    margin: numberField('Margin', { ...qrBounds.margin, isWhole: true })
      .prefault(qrBounds.margin.default)
      .describe('Quiet zone around the code, in modules; the standard requires 4.'),
    foreground: colorField('Foreground').default('#000000'),
    background: colorField('Background').default('#ffffff'),
  }),
  stepOptions: ({ outputFormat: _, ...style }) => style,
  refusal: ({ options }) =>
    contrastOf(options) < minContrast
      ? new AppError('invalid-request', { reason: qrMessages.lowContrast })
      : undefined,
  queueClass: 'short',
  maxBytes: bytesPerMegabyte,
})
