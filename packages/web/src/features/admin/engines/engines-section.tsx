/** The engines of the installation, each with its switch. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { engineDesk as texts } from '@filesmith/contract/messages/admin-desks'
import { engineSwitchesSchema } from '@filesmith/contract/schemas/admin'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import { Loaded } from '../desk/loaded.tsx'
import { useDeskQuery } from '../desk/use-desk-query.ts'
import { EngineRow } from './engine-row.tsx'

const refreshMs = 10_000

export function EnginesSection() {
  const engines = useDeskQuery(apiPaths.adminEngines, engineSwitchesSchema, refreshMs)
  return (
    <Loaded query={engines}>
      {list => (
        <SettingsBlock heading={texts.heading} text={texts.text}>
          {list.some(({ isUnsandboxed }) => isUnsandboxed) ? (
            <div className="mb-5 sm:mb-6">
              <UnavailableNotice reason={texts.unsandboxedHint} />
            </div>
          ) : null}
          {list.length === 0 ? (
            <EmptyNotice title={texts.empty} text={texts.emptyHint} />
          ) : (
            <ul className="-mx-5 -mb-5 divide-y divide-line border-t border-line sm:-mx-6 sm:-mb-6">
              {list.map(engine => (
                <EngineRow key={engine.engine} engine={engine} />
              ))}
            </ul>
          )}
        </SettingsBlock>
      )}
    </Loaded>
  )
}
