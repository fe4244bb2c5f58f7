// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/endpoints/site.ts'
import { defaultSite } from '#data/site.ts'
import { updatedSite } from '../../renderer/app/watchSite.ts'

const notice: Notice = { id: 'readOnly', kind: 'readOnly', text: 'We move.', href: null }
const writable = { ...defaultSite, version: 'a', skin: null, copyrightYear: 2026 }
const switched = { ...defaultSite, version: 'b', readOnly: true, exemptsAdmins: true, notices: [notice] }

describe('M1 RO1 an open page while an admin switches read-only mode', () => {
  it('without unsaved input it becomes read-only; settings of the document stay', () => {
    expect(updatedSite(writable, switched, false)).toEqual({
      ...writable,
      version: 'b',
      readOnly: true,
      exemptsAdmins: true,
      notices: [notice],
    })
  })

  it('with unsaved input only the banner appears, and the version is empty, so that the next answer updates it again', () => {
    expect(updatedSite(writable, switched, true)).toEqual({ ...writable, version: '', notices: [notice] })
  })

  it('a read-only page becomes writable again in either case, and a new reason appears', () => {
    for (const hasUnsaved of [true, false]) {
      expect(updatedSite(switched, writable, hasUnsaved)).toMatchObject({ version: 'a', readOnly: false, notices: [] })
      const other = { ...switched, version: 'c', notices: [{ ...notice, text: 'It takes longer.' }] }
      expect(updatedSite(switched, other, hasUnsaved)).toEqual(other)
    }
  })
})
