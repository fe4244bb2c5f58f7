import { Moon, Sun, SunMoon, type LucideIcon } from 'lucide-react'
import { t } from '#texts/index.ts'
import type { Theme } from '../theme.ts'

/** The choices of a theme. `label` is a function, because texts are read while rendering. */
export const themes: readonly { id: Theme; icon: LucideIcon; label: () => string }[] = [
  { id: 'system', icon: SunMoon, label: () => t.shell.themeSystem },
  { id: 'light', icon: Sun, label: () => t.shell.themeLight },
  { id: 'dark', icon: Moon, label: () => t.shell.themeDark },
]
