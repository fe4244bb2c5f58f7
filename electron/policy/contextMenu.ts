/** The context menu of a page: spelling suggestions, editing, links. */
import { desktop } from '#texts/en/desktop.ts'
import { separator, toLabel, type MenuEntry, type MenuRole, type System } from './actions.ts'
import { isExternalLink } from './navigation.ts'
import { originOf } from './origins.ts'

export interface ClickedPlace {
  isEditable: boolean
  selectionText: string
  linkURL: string
  misspelledWord: string
  dictionarySuggestions: readonly string[]
  editFlags: { canUndo: boolean; canRedo: boolean; canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

const maxSuggestions = 5

/** The sections of the menu; no entries if there is nothing to offer. */
export function contextMenu(place: ClickedPlace, system: System, server: string | null): MenuEntry[] {
  const sections = [spelling(place, system), link(place, server), editing(place)].filter((section) => section.length > 0)
  return sections.flatMap((section, index) => (index === 0 ? section : [separator, ...section]))
}

function spelling({ isEditable, misspelledWord, dictionarySuggestions }: ClickedPlace, system: System): MenuEntry[] {
  if (!isEditable || misspelledWord === '') return []
  const { noSuggestions, addToDictionary } = desktop.menu
  const suggestions = dictionarySuggestions
    .slice(0, maxSuggestions)
    .map((word): MenuEntry => ({ kind: 'action', label: toLabel(word, system), action: { type: 'replaceMisspelling', word } }))
  return [
    ...(suggestions.length > 0 ? suggestions : [{ kind: 'text' as const, label: noSuggestions }]),
    { kind: 'action', label: addToDictionary, action: { type: 'addToDictionary', word: misspelledWord } },
  ]
}

function link({ linkURL }: ClickedPlace, server: string | null): MenuEntry[] {
  const isOwn = server !== null && originOf(linkURL) === server
  if (!isOwn && !isExternalLink(linkURL)) return []
  return [{ kind: 'action', label: desktop.menu.copyLink, action: { type: 'copyLink', url: linkURL } }]
}

function editing({ isEditable, selectionText, editFlags: can }: ClickedPlace): MenuEntry[] {
  const { menu } = desktop
  const entry = (role: MenuRole, label: string, isEnabled: boolean): MenuEntry => ({ kind: 'role', role, label, isEnabled })
  if (isEditable)
    return [
      entry('undo', menu.undo, can.canUndo),
      entry('redo', menu.redo, can.canRedo),
      separator,
      entry('cut', menu.cut, can.canCut),
      entry('copy', menu.copy, can.canCopy),
      entry('paste', menu.paste, can.canPaste),
      entry('selectAll', menu.selectAll, can.canSelectAll),
    ]
  return selectionText.trim() === '' ? [] : [entry('copy', menu.copy, can.canCopy)]
}
