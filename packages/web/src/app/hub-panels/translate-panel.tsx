/** The Text Translator, and below it what it is good for. */
import { FeatureCards } from '../../features/translator/feature-cards.tsx'
import { Translator } from '../../features/translator/translator.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function TranslatePanel({ isActive }: HubPanelProps) {
  return (
    <div className="flex flex-col gap-6">
      <Bench>
        <Translator isActive={isActive} />
      </Bench>
      <FeatureCards />
    </div>
  )
}
