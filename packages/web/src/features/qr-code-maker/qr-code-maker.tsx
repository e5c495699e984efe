/** The QR Code Maker screen: a text, its options and a live preview, all in the browser. */

import { createQrCode } from '@filesmith/contract/operations/create-qr-code'
import {
  contrastOf,
  type ErrorCorrection,
  errorCorrectionLevels,
  isInverted,
  leastSize,
  minContrast,
  type QrCode,
  type QrStyle,
  qrBounds,
  standardMargin,
  writePng,
  writeSvg,
} from '@filesmith/contract/tools/qr/draw-qr-code'
import { qrMessages as texts } from '@filesmith/contract/tools/qr/messages'
import { Copy, Download, QrCode as QrCodeIcon } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { saveBlob } from '../../lib/save-blob.ts'
import { readTabWork, saveTabWork } from '../../lib/tab-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { ColorField } from '../../ui/color-field.tsx'
import { FieldFrame, inputStyle } from '../../ui/field-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Settings extends Pick<QrStyle, 'foreground' | 'background'> {
  readonly errorCorrection: ErrorCorrection
  /** As typed. */
  readonly size: string
  readonly margin: string
}

const { errorCorrection, size, margin, foreground, background } = createQrCode.options.parse({})
const defaults: Settings = { errorCorrection, foreground, background, size: `${size}`, margin: `${margin}` }

const workId = 'qr'
const savedSchema = z.object({
  text: z.string(),
  settings: z.object({
    errorCorrection: z.enum(errorCorrectionLevels),
    foreground: z.string(),
    background: z.string(),
    size: z.string(),
    margin: z.string(),
  }),
})

/** A finished code, or what prevents it; neither without a text. */
interface Result {
  readonly code?: QrCode
  readonly style?: QrStyle
  readonly problem?: string
}

/** The preview is below the text on phones, and beside text and options where there is room; the buttons are at the end. */
const layout =
  'grid grid-cols-[minmax(0,1fr)] gap-6 @min-[34rem]:grid-cols-[minmax(0,1fr)_minmax(14rem,20rem)] @min-[34rem]:grid-rows-[auto_1fr]'

export function QrCodeMaker() {
  const [saved] = useState(() => readTabWork(workId, savedSchema))
  const [text, setText] = useState(saved?.text ?? '')
  const [settings, setSettings] = useState<Settings>(saved?.settings ?? defaults)
  useEffect(() => saveTabWork(workId, { text, settings }), [text, settings])
  // Encoding a long text takes longer than a keystroke.
  const [shownText, shownSettings] = [useDeferredValue(text), useDeferredValue(settings)]
  const result = useMemo(() => makeCode(shownText, shownSettings), [shownText, shownSettings])
  const { code, style } = result
  const svg = useMemo(
    () => (code && style ? new Blob([writeSvg(code, style)], { type: 'image/svg+xml' }) : undefined),
    [code, style],
  )
  return (
    <ToolFrame heading={texts.heading} note={texts.private}>
      <div className="@container">
        <div className={layout}>
          <TextArea text={text} onChange={setText} />
          <Preview text={shownText} result={result} svg={svg} />
          <Options settings={settings} onChange={changed => setSettings({ ...settings, ...changed })} />
        </div>
      </div>
      <Actions result={result} svg={svg} />
    </ToolFrame>
  )
}

function makeCode(text: string, settings: Settings): Result {
  const style = styleOf(settings)
  if (text === '' || style === undefined) return {}
  if (contrastOf(style) < minContrast) return { problem: texts.lowContrast }
  try {
    const code = encode(text, { ecc: settings.errorCorrection, border: 0 }).data
    const least = leastSize(code, style.margin)
    return style.size < least ? { problem: texts.tooSmall(least) } : { code, style }
  } catch (error) {
    if (error instanceof RangeError) return { problem: texts.tooLong }
    throw error
  }
}

function styleOf({ foreground, background, ...typed }: Settings): QrStyle | undefined {
  const [size, margin] = [readNumber(typed.size, qrBounds.size), readNumber(typed.margin, qrBounds.margin)]
  return size === undefined || margin === undefined ? undefined : { size, margin, foreground, background }
}

function readNumber(typed: string, { min, max }: { min: number; max: number }): number | undefined {
  const value = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

interface TextAreaProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

function TextArea({ text, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={texts.text} hint={texts.characters([...text].length)}>
      <textarea
        id={id}
        value={text}
        rows={4}
        dir="auto"
        placeholder={texts.placeholder}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={`${inputStyle} resize-y py-2.5`}
      />
    </FieldFrame>
  )
}

interface OptionsProps {
  readonly settings: Settings
  readonly onChange: (changed: Partial<Settings>) => void
}

function Options({ settings, onChange }: OptionsProps) {
  const headingId = useId()
  const ratio = contrastOf(settings)
  const margin = readNumber(settings.margin, qrBounds.margin)
  const problemOf = (typed: string, { min, max }: { min: number; max: number }) =>
    readNumber(typed, { min, max }) === undefined ? texts.outOfRange(min, max) : undefined
  const selectLevel = (value: string) => {
    const errorCorrection = errorCorrectionLevels.find(level => level === value)
    if (errorCorrection) onChange({ errorCorrection })
  }
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-6 p-5">
      <h3 id={headingId} className="text-lg">
        {texts.options}
      </h3>
      <ChoiceGroup
        legend={texts.errorCorrection}
        choices={errorCorrectionLevels.map(value => ({ value, label: texts.level(value) }))}
        value={settings.errorCorrection}
        onChange={selectLevel}
        note={texts.levelNote(settings.errorCorrection)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="size"
          label={texts.size}
          inputMode="numeric"
          value={settings.size}
          error={problemOf(settings.size, qrBounds.size)}
          onChange={({ currentTarget }) => onChange({ size: currentTarget.value })}
        />
        <TextField
          name="margin"
          label={texts.margin}
          inputMode="numeric"
          value={settings.margin}
          error={problemOf(settings.margin, qrBounds.margin)}
          hint={
            margin !== undefined && margin < standardMargin ? texts.smallMargin(standardMargin) : undefined
          }
          onChange={({ currentTarget }) => onChange({ margin: currentTarget.value })}
        />
        <ColorField
          label={texts.foreground}
          value={settings.foreground}
          onChange={foreground => onChange({ foreground })}
        />
        <ColorField
          label={texts.background}
          value={settings.background}
          onChange={background => onChange({ background })}
        />
      </div>
      <p role="status" className={ratio < minContrast ? 'font-medium text-danger' : 'text-ink-muted'}>
        <span className="figures">{texts.contrast(ratio)}</span>{' '}
        {ratio < minContrast ? texts.lowContrast : isInverted(settings) ? texts.inverted : texts.goodContrast}
      </p>
    </Panel>
  )
}

interface PreviewProps {
  readonly text: string
  readonly result: Result
  readonly svg: Blob | undefined
}

function Preview({ text, result: { code, problem }, svg }: PreviewProps) {
  const url = useObjectUrl(svg, 0)
  return (
    <section
      aria-label={texts.preview}
      className="mx-auto flex w-full max-w-80 flex-col gap-4 @min-[34rem]:row-span-2"
    >
      <div className="relative grid aspect-square place-items-center overflow-hidden rounded border border-line bg-surface-sunken">
        {url ? (
          <img src={url} alt={texts.image(text)} className="absolute inset-0 size-full object-contain" />
        ) : svg ? null : (
          <div className="flex flex-col items-center gap-2 p-6 text-center">
            <Icon of={QrCodeIcon} sizePx={40} className="text-ink-muted" />
            <p className="font-semibold">{texts.empty}</p>
            <p className="text-ink-muted">{texts.emptyHint}</p>
          </div>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <FormMessage text={problem ?? ''} />
        {/* Always there, so that nothing moves when the code appears. */}
        <p className="figures min-h-4.5 text-center text-xs text-ink-muted">
          {code ? texts.dimensions(code.length) : ''}
        </p>
      </div>
    </section>
  )
}

interface ActionsProps {
  readonly result: Result
  readonly svg: Blob | undefined
}

function Actions({ result: { code, style }, svg }: ActionsProps) {
  const makePng = async () => {
    if (!code || !style) throw new Error('no code')
    return new Blob([await writePng(code, style, deflate)], { type: 'image/png' })
  }
  const copy = async () => {
    try {
      // Safari requires the promise itself within the user gesture.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': makePng() })])
      toasts.show(texts.copied)
    } catch {
      toasts.show({ ...texts.copyFailed, variant: 'destructive' })
    }
  }
  const isDisabled = svg === undefined
  return (
    <div className="sticky-action -mx-4 -mb-4 grid grid-cols-2 gap-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex sm:justify-end sm:rounded-none sm:px-0 sm:pb-0">
      <Button className="sm:min-h-12" disabled={isDisabled} onClick={() => void copy()}>
        <Icon of={Copy} sizePx={16} />
        {texts.copy}
      </Button>
      <Button
        className="sm:min-h-12"
        disabled={isDisabled}
        onClick={() => svg && saveBlob(`${texts.fileName}.svg`, svg)}
      >
        <Icon of={Download} sizePx={16} />
        {texts.downloadSvg}
      </Button>
      <Button
        variant="accent"
        size="large"
        className="max-sm:col-span-2"
        disabled={isDisabled}
        onClick={async () => saveBlob(`${texts.fileName}.png`, await makePng())}
      >
        <Icon of={Download} />
        {texts.downloadPng}
      </Button>
    </div>
  )
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}
