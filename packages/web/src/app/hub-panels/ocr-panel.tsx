/** The Text Extractor (OCR). */
import { TextExtractor } from '../../features/text-extractor/text-extractor.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function OcrPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <TextExtractor isActive={isActive} />
    </Bench>
  )
}
