/** Audio Suite: audio converter, audio editor, and audio extraction from videos. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { hubAudio, hubAudioExtract } from '@filesmith/contract/tools/audio/hub-audio'
import { hubExtract } from '@filesmith/contract/tools/audio/hub-extract'
import { SlidersVertical } from 'lucide-react'
import { useState } from 'react'
import { AudioEditor } from '../../features/audio-editor/audio-editor.tsx'
import { Converter } from '../../features/converter/converter.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { loadWaitScreen } from '../load-wait-screen.ts'
import { AudioTab } from '../screens/audio-tab.tsx'
import { type HubPanelProps, Workspace } from './workspace.tsx'

const hubTools = [hubAudio, hubAudioExtract] as const

export function AudioPanel({ isActive }: HubPanelProps) {
  const [section, setSection] = useState('converter')
  const isConverter = section === 'converter'
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label={hubMessages.audioSections}
        value={section}
        onChange={setSection}
        tabs={[
          {
            id: 'converter',
            label: hubMessages.audioConverter,
            icon: <KindIcon kind="audio" />,
            content: (
              <Workspace className="rounded-tl-none">
                <AudioTab tools={hubTools} isActive={isActive && isConverter} />
              </Workspace>
            ),
          },
          {
            id: 'editor',
            label: hubMessages.audioEditor,
            icon: <Icon of={SlidersVertical} className="text-ink-muted" />,
            content: (
              <Workspace className="rounded-tl-none">
                <AudioEditor isActive={isActive && !isConverter} />
              </Workspace>
            ),
          },
        ]}
      />
      <Workspace>
        <Converter tool={hubExtract} isActive={isActive} isSecondary loadWaitScreen={loadWaitScreen} />
      </Workspace>
    </div>
  )
}
