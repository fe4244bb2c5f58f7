/** Converts the models of menus to Electron's templates. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Action, MenuEntry } from '../policy/actions.ts'

export const toTemplate = (entries: readonly MenuEntry[], run: (action: Action) => void): MenuItemConstructorOptions[] =>
  entries.map((entry): MenuItemConstructorOptions => {
    switch (entry.kind) {
      case 'separator':
        return { type: 'separator' }
      case 'role':
        return {
          role: entry.role,
          ...(entry.label !== undefined && { label: entry.label }),
          ...(entry.isEnabled !== undefined && { enabled: entry.isEnabled }),
        }
      case 'text':
        return { label: entry.label, enabled: false }
      case 'submenu':
        return {
          label: entry.label,
          ...(entry.role !== undefined && { role: entry.role }),
          submenu: toTemplate(entry.entries, run),
        }
      case 'action': {
        const { label, action, accelerator, isEnabled, mark } = entry
        return {
          label,
          click: () => run(action),
          ...(accelerator !== undefined && { accelerator }),
          ...(isEnabled !== undefined && { enabled: isEnabled }),
          ...(mark && { type: mark.type === 'check' ? 'checkbox' : 'radio', checked: mark.isOn }),
        }
      }
    }
  })
