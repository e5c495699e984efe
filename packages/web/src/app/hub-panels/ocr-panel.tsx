/** Panel of the Text Extractor (OCR). */
import { TextExtractor } from '../../features/text-extractor/text-extractor.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function OcrPanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <TextExtractor isActive={isActive} />
    </Workspace>
  )
}
