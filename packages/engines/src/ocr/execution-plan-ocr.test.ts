import { defaultOcrOptions } from '@filesmith/contract/ocr-options'
import { extractText } from '@filesmith/contract/operations/extract-text'
import { readExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import { describe, expect, test } from 'vitest'
import { buildExecutionPlan } from '../build-execution-plan.ts'

describe('OCR-03 buildExecutionPlan: extract-text', () => {
  const executionPlanFrom = (from: (typeof extractText.inputs)[number]) =>
    readExecutionPlan(
      buildExecutionPlan({
        operation: 'extract-text',
        from,
        requested: extractText.parse({ options: defaultOcrOptions }),
        isAvailable: () => true,
      }),
    )

  test.each(extractText.inputs)('%s reaches the OCR engine with all options', from => {
    const { steps } = executionPlanFrom(from)
    expect(steps.at(-1)).toMatchObject({ ability: 'recognise-text', to: 'txt', options: defaultOcrOptions })
  })

  test.each(['bmp', 'heic'] as const)('%s is decoded to TIFF first', from => {
    expect(executionPlanFrom(from).steps.map(step => [step.from, step.to])).toEqual([
      [from, 'tiff'],
      ['tiff', 'txt'],
    ])
  })
})
