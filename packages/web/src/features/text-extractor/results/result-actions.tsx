/** Copies the text or downloads it in several formats. Sticky at the bottom on phones. */

import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { ChevronDown, Copy, Download } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { saveText } from '../../../lib/save-text.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { toasts } from '../../../lib/toast-store.ts'
import type { DocxBlock } from '../../../lib/write-docx/docx-blocks.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputStyle } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { partUrl } from '../extraction.ts'
import { layoutSpaces } from '../linking/layout-spaces.ts'

const partNames = {
  docx: recognitionParts.docx,
  md: recognitionParts.markdown,
  pdf: recognitionParts.searchablePdf,
  hocr: recognitionParts.hocr,
  json: recognitionParts.words,
} as const

const { result: texts } = ocrMessages

interface ResultActionsProps {
  readonly state: ConversionState
  readonly text: string
  readonly isChanged: boolean
  /** Offsets at which the pages after the first one start. */
  readonly findPageStarts: () => readonly number[]
  readonly copyRef: RefObject<HTMLButtonElement | null>
  readonly onAnother: () => void
}

export function ResultActions(props: ResultActionsProps) {
  const { state, text, isChanged, findPageStarts, copyRef, onAnother } = props
  const id = useId()
  const [format, setFormat] = useState<ResultFormat>('txt')

  const copy = async () => {
    if (await copyText(text)) toasts.show(texts.copied)
    else toasts.show({ ...texts.copyFailed, variant: 'destructive' })
  }
  const download = async () => {
    if (format === 'txt') return saveText(fileNameOf(state, 'txt'), text)
    const url = urlOfFormat(state, format)
    if (url !== undefined && !(format === 'docx' && isChanged)) return startDownload(url)
    const { writeDocx } = await import('../../../lib/write-docx/write-docx.ts')
    saveBlob(fileNameOf(state, 'docx'), writeDocx(textToBlocks(text, findPageStarts())))
  }
  const omitsEdits = isChanged && !includesEdits(format)

  return (
    <div className="sticky-action -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 max-sm:gap-x-2 sm:m-0 sm:rounded-none sm:px-0 sm:pb-0">
      <p id={`${id}-note`} role="status" className="text-ink-muted not-empty:w-full sm:grow">
        {omitsEdits ? texts.unchanged : ''}
      </p>
      <Button className="min-h-12 max-sm:hidden" onClick={onAnother}>
        {texts.another}
      </Button>
      <Button ref={copyRef} className="min-h-12 max-sm:px-3" onClick={() => void copy()}>
        <Icon of={Copy} /> <span className="max-sm:sr-only">{texts.copy}</span>
      </Button>
      <div className="relative max-sm:min-w-0 max-sm:grow max-sm:basis-0">
        <select
          aria-label={texts.downloadAs}
          aria-describedby={`${id}-note`}
          value={format}
          onChange={event => setFormat(formatsOf(state).find(each => each === event.target.value) ?? 'txt')}
          className={cx(inputStyle, 'min-h-12 appearance-none truncate bg-surface! pr-8')}
        >
          {formatsOf(state).map(each => (
            <option key={each} value={each}>
              {texts.formats[each]}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          className="pointer-events-none absolute inset-y-0 right-2 my-auto text-ink-muted"
        />
      </div>
      <Button variant="accent" size="large" className="max-sm:px-3" onClick={() => void download()}>
        <Icon of={Download} className="max-sm:hidden" /> {texts.download}
      </Button>
    </div>
  )
}

/** `pageStarts` are the offsets at which the pages after the first one start. */
export function textToBlocks(text: string, pageStarts: readonly number[]): readonly DocxBlock[] {
  const starts = [0, ...pageStarts.map(offset => lineStartOf(text, offset)).filter(start => start > 0)]
  return starts.flatMap((start, index) =>
    paragraphsOf(text.slice(start, starts[index + 1])).map((paragraph, at): DocxBlock => {
      return {
        kind: 'paragraph',
        text: paragraph,
        isMonospaced: layoutSpaces.test(paragraph),
        startsPage: index > 0 && at === 0,
      }
    }),
  )
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
}

function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\f', '\n\n')
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.replace(/^\n+/, '').trimEnd())
    .filter(paragraph => paragraph !== '')
}

type ResultFormat = 'txt' | keyof typeof partNames

/** Text and Word are always available, because they can be generated in the browser. */
function formatsOf(state: ConversionState): readonly ResultFormat[] {
  const parts = (['md', 'pdf', 'hocr', 'json'] as const).filter(
    format => urlOfFormat(state, format) !== undefined,
  )
  return ['txt', 'docx', ...parts]
}

function urlOfFormat(state: ConversionState, format: keyof typeof partNames): string | undefined {
  return partUrl(state, partNames[format])
}

/** Whether the format includes the edits of the user. */
function includesEdits(format: ResultFormat): boolean {
  return format === 'txt' || format === 'docx'
}

function fileNameOf({ fileName }: ConversionState, extension: string): string {
  const base = fileName.replace(/\.[^.]*$/, '') || fileName
  return `${base}.${extension}`
}
