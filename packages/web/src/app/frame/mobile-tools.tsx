/** Links to all tools in the mobile menu. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import { NavLink } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { kindColor } from '../../ui/kind-icon.tsx'
import { hubPanels } from '../hub-panels/registry.tsx'

export function MobileTools() {
  return (
    <nav aria-label={frameMessages.toolsNavigation} className="border-t border-line py-2">
      <ul className="grid grid-cols-2 gap-x-4">
        {hubTools.map(({ id, kind, label }) => (
          <li key={id}>
            <NavLink
              to={hubToolPath(id)}
              className="flex min-h-11 items-center gap-2.5 aria-[current=page]:text-accent-text"
            >
              <Icon of={hubPanels[id].icon} className={kindColor(kind)} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
