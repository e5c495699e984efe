/** Status text and progress of an image job on the server. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import type { ServerStep } from './edit-on-server.ts'

export function describeServerStep(step: ServerStep): string {
  if (step.step === 'uploading')
    return step.isStalled ? imageEditorMessages.stalled : imageEditorMessages.sendingFile
  return step.step === 'queued' ? imageEditorMessages.queued : imageEditorMessages.converting
}

/** Upload is the first half and the job the second; 100 % is left to the result. */
export function serverStepPercent({ step, percent }: ServerStep): number {
  return step === 'uploading' ? percent / 2 : Math.min(99, 50 + percent / 2)
}
