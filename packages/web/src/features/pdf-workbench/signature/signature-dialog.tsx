/** Dialog that creates a signature: drawn, typed, or from an image. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DrawingPad } from './drawing-pad.tsx'
import { imageSignature, typedSignature } from './render-signature.ts'
import './signature.css'
import type { Signature } from './signature.ts'
import { SignatureImage } from './signature-image.tsx'
import { drawnLines, type Stroke } from './strokes.ts'

const { signature: texts } = workbenchMessages

interface SignatureDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
  readonly onCreate: (signature: Signature) => void
}

type Way = 'draw' | 'type' | 'image'

const inks = { black: '#111111', blue: '#1d3f8f' } as const
const strokeWidth = 3.5
const maxTextLength = 60
export const imageTypes = 'image/png,image/jpeg,image/webp'

export function SignatureDialog({ isOpen, onClose, onClosed, onCreate }: SignatureDialogProps) {
  return (
    <Overlay isOpen={isOpen} title={texts.title} onLeave={onClose} onClosed={onClosed}>
      {isOpen ? <SignatureForm onClose={onClose} onCreate={onCreate} /> : null}
    </Overlay>
  )
}

function SignatureForm({ onClose, onCreate }: Pick<SignatureDialogProps, 'onClose' | 'onCreate'>) {
  const [way, setWay] = useState<Way>('draw')
  const [ink, setInk] = useState<keyof typeof inks>('black')
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [text, setText] = useState('')
  const [image, setImage] = useState<Signature>()
  const [problem, setProblem] = useState('')
  const color = inks[ink]

  const openImage = async ([file]: readonly File[]) => {
    const opened = file && (await imageSignature(file).catch(() => undefined))
    setImage(opened)
    setProblem(opened ? '' : texts.damagedImage)
  }
  const create = async (): Promise<Signature | undefined> => {
    const id = crypto.randomUUID()
    if (way === 'image') return image
    if (way === 'type') return text.trim() === '' ? undefined : typedSignature(text.trim(), color)
    const lines = drawnLines(strokes, strokeWidth)
    return lines && { kind: 'drawn', id, ...lines, strokeWidth, color }
  }
  const finish = async () => {
    const created = await create()
    if (!created) return setProblem(texts.missing[way])
    onCreate(created)
    onClose()
  }
  return (
    <div className="mt-4 flex flex-col gap-4">
      <ChoiceGroup
        legend={texts.way}
        choices={(['draw', 'type', 'image'] as const).map(value => ({ value, label: texts.ways[value] }))}
        value={way}
        onChange={value => {
          if (value === 'draw' || value === 'type' || value === 'image') setWay(value)
          setProblem('')
        }}
      />
      {way === 'draw' ? (
        <DrawingPad strokes={strokes} color={color} strokeWidth={strokeWidth} onChange={setStrokes} />
      ) : null}
      {way === 'type' ? (
        <>
          <TextField
            name="signature"
            label={texts.text}
            maxLength={maxTextLength}
            autoComplete="name"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <p
            aria-hidden="true"
            style={{ color }}
            className="signature-font grid min-h-24 place-items-center overflow-hidden rounded border border-line bg-sheet px-3 text-center wrap-anywhere"
          >
            {text}
          </p>
        </>
      ) : null}
      {way === 'image' ? (
        <>
          <div
            className={`grid h-32 place-items-center rounded border border-line p-2 ${image ? 'bg-sheet' : 'bg-surface-sunken'}`}
          >
            {image ? (
              <SignatureImage signature={image} label={texts.current} className="max-h-28 max-w-full" />
            ) : (
              <p className="text-xs text-ink-muted">{texts.imageHint}</p>
            )}
          </div>
          <FilePickerButton accept={imageTypes} onPick={files => void openImage(files)}>
            {texts.chooseImage}
          </FilePickerButton>
        </>
      ) : (
        <ChoiceGroup
          legend={texts.ink}
          choices={(['black', 'blue'] as const).map(value => ({ value, label: texts.inks[value] }))}
          value={ink}
          onChange={value => (value === 'black' || value === 'blue' ? setInk(value) : undefined)}
        />
      )}
      <FormMessage text={problem} />
      <div className="flex flex-wrap gap-2 *:grow">
        <Button size="large" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button variant="solid" size="large" onClick={() => void finish()}>
          {texts.use}
        </Button>
      </div>
    </div>
  )
}
