/** Home page: converters by media kind, and recent conversions. */
import { anyFileTab } from '@filesmith/contract/messages/any-file-tab'
import { homeMessages } from '@filesmith/contract/messages/home'
import { paths } from '@filesmith/contract/routes'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import { type HomeToolId, homeTools } from '@filesmith/contract/tools/registry'
import { ArrowRight, Files } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Converter } from '../../features/converter/converter.tsx'
import { ImageConverter } from '../../features/converter/image-converter.tsx'
import { RecentConversions } from '../../features/recent-conversions/recent-conversions.tsx'
import { currentInstance } from '../../lib/instance.ts'
import { hasSavedWork } from '../../lib/job/saved-work.ts'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { useAccount } from '../../lib/use-account.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ResetOnSignOut } from '../frame/reset-on-sign-out.tsx'
import { ToolSkeleton } from '../frame/tool-skeleton.tsx'
import { loadWaitScreen } from '../load-wait-screen.ts'
import { AudioTab } from './audio-tab.tsx'

const toolIds = Object.keys(homeTools) as HomeToolId[]

const AnyFile = onDemand(async () => (await import('../../features/any-file/any-file.tsx')).AnyFile)

/** Opens the tab of a shared or saved file. */
function findInitialTab(): HomeToolId | typeof anyFileTab.id {
  const search = new URLSearchParams(window.location.search)
  if (search.get('tab') === anyFileTab.id) return anyFileTab.id
  const shared = search.get('shared')
  const sharedId = toolIds.find(id => id === shared)
  if (sharedId) return sharedId
  if (hasSavedWork(homeExtract.id)) return 'audio'
  const savedId = toolIds.find(id => hasSavedWork(homeTools[id].id))
  return savedId ?? (hasSavedWork(anyFileTab.toolId) ? anyFileTab.id : 'image')
}

export function HomeScreen() {
  return (
    <ResetOnSignOut>
      <HomeContent />
    </ResetOnSignOut>
  )
}

function HomeContent() {
  const [activeId, setActiveId] = useState<string>(findInitialTab)
  const texts = homeMessages(currentInstance())
  return (
    <div className="flex flex-col gap-10">
      <div>
        <h1 className="text-2xl">{texts.hero}</h1>
        <p className="mt-3 max-w-prose text-base text-ink-muted">{texts.lead}</p>
      </div>
      <Tabs
        label={texts.tabsLabel}
        value={activeId}
        onChange={setActiveId}
        tabs={[
          ...toolIds.map(id => ({
            id,
            label: homeTools[id].label,
            icon: <KindIcon kind={homeTools[id].inputKind} />,
            content: (
              <Panel className="rounded-tl-none p-4 sm:p-6">
                {id === 'audio' ? (
                  <AudioTab isActive={id === activeId} loadWaitScreen={loadWaitScreen} />
                ) : id === 'image' ? (
                  <ImageConverter isActive={id === activeId} loadWaitScreen={loadWaitScreen} />
                ) : (
                  <Converter
                    tool={homeTools[id]}
                    isActive={id === activeId}
                    loadWaitScreen={loadWaitScreen}
                  />
                )}
              </Panel>
            ),
          })),
          {
            id: anyFileTab.id,
            label: anyFileTab.label,
            icon: <Icon of={Files} />,
            content: (
              <Panel className="rounded-tl-none p-4 sm:p-6">
                <LazyFallback fallback={<ToolSkeleton />}>
                  <AnyFile
                    isActive={activeId === anyFileTab.id}
                    toolId={anyFileTab.toolId}
                    loadWaitScreen={loadWaitScreen}
                  />
                </LazyFallback>
              </Panel>
            ),
          },
        ]}
        aside={
          <Link
            to={paths.tools}
            className="group ml-auto inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded px-1 text-sm font-semibold sm:px-2 underline-offset-4 hover:underline"
          >
            {texts.moreTools}
            <Icon
              of={ArrowRight}
              sizePx={16}
              className="transition-transform group-hover:translate-x-0.5 max-sm:hidden"
            />
          </Link>
        }
      />
      <RecentConversions />
      <SignUpInvitation />
    </div>
  )
}

/** Sign-up prompt for visitors; invisible until the account state is known, to avoid layout shift. */
function SignUpInvitation() {
  const { state } = useAccount()
  const { signUp } = useSiteAccess()
  const texts = homeMessages(currentInstance()).account
  if (state === 'signed-in' || signUp !== 'open') return null
  return (
    <section
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8',
        state === 'unknown' && 'invisible',
      )}
    >
      <div className="max-w-prose">
        <h2 className="text-xl">{texts.heading}</h2>
        <p className="mt-1 text-ink-muted">{texts.text}</p>
      </div>
      <LinkButton to={paths.signUp} variant="solid" size="large">
        {texts.action}
      </LinkButton>
    </section>
  )
}
