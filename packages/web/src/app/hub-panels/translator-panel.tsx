/** Panel of the Text Translator with its features. */

import { Translator } from '../../features/translator/translator.tsx'
import { TranslatorFeatures } from '../../features/translator/translator-features.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function TranslatorPanel({ isActive }: HubPanelProps) {
  return (
    <div className="flex flex-col gap-6">
      <Workspace>
        <Translator isActive={isActive} />
      </Workspace>
      <TranslatorFeatures />
    </div>
  )
}
