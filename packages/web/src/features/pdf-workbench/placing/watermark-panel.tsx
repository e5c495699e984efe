/** The image of a watermark, in the panel of its action. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useState } from 'react'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { imageTypes } from '../signature/signature-dialog.tsx'
import { SignatureImage } from '../signature/signature-image.tsx'
import type { Placing } from './use-placing.ts'

const { signature: texts, placing: placingTexts } = workbenchMessages

export function WatermarkPanel({ placing: { watermark, chooseWatermark } }: { readonly placing: Placing }) {
  const [problem, setProblem] = useState('')
  const choose = async ([file]: readonly File[]) => {
    if (file) setProblem((await chooseWatermark(file)) ? '' : texts.damagedImage)
  }
  return (
    <div className="flex flex-col gap-3">
      {watermark ? (
        <div className="grid h-24 place-items-center rounded border border-line bg-sheet p-2">
          <SignatureImage
            signature={watermark}
            label={placingTexts.watermarkImage}
            className="max-h-20 max-w-full"
          />
        </div>
      ) : null}
      <FilePickerButton accept={imageTypes} onPick={files => void choose(files)}>
        {texts.chooseImage}
      </FilePickerButton>
      {problem === '' ? null : <FormMessage text={problem} />}
    </div>
  )
}
