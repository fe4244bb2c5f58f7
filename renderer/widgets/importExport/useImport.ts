import { useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { beadTitleProblem, tidy } from '#contract/rules.ts'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, isFailure, isSessionEnd, useCreateBeadMutation } from '#data/index.ts'
import { useImportBeadMutation, usePreviewImportMutation } from '#data/playlists.ts'
import { readFile } from './readFile.ts'

const problemOf = (error: unknown): string => (isSessionEnd(error) ? '' : failureMessage(error))

export type PreviewAnswer = Answer<'POST /api/v0/beads/import/preview'>

export interface Taken {
  name: string
  content: string
}

export interface Report extends Pick<Answer<'POST /api/v0/beads/:id/import'>, 'added' | 'repeated' | 'failed'> {
  total: number
  /** Index of the next entry to import; null when all are done. */
  next: number | null
}

/** Values already entered in the dialog for a new playlist; they take precedence over the file's. */
export interface Begun {
  title?: string
  description?: string
  tags?: readonly string[]
  category?: Bead['category'] | ''
}

type Phase = 'choose' | 'reading' | 'preview' | 'starting' | 'working' | 'stopping' | 'report'

/** State machine of an import: preview, then batches of entries; each completed batch is saved (BY11). */
export function useImport(into: Bead | null, onMade: (() => void) | undefined) {
  const [phase, setPhase] = useState<Phase>('choose')
  const [file, setFile] = useState<Taken | null>(null)
  const [preview, setPreview] = useState<PreviewAnswer | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [problem, setProblem] = useState('')
  const [titleProblem, setTitleProblem] = useState<string | null>(null)
  const [made, setMade] = useState<Bead | null>(into)
  const stopped = useRef(false)
  const [look] = usePreviewImportMutation()
  const [bring] = useImportBeadMutation()
  const [create] = useCreateBeadMutation()

  const ask = (taken: Taken, from: number) => look({ body: { content: taken.content, from, ...(made && { bead: made.id }) } })

  async function take(chosen: File): Promise<PreviewAnswer | null> {
    setPhase('reading')
    setFile({ name: chosen.name, content: '' })
    setPreview(null)
    setReport(null)
    setProblem('')
    setTitleProblem(null)
    const refuse = (words: string) => {
      setProblem(words)
      setFile(null)
      setPhase('choose')
      return null
    }
    const read = await readFile(chosen)
    if ('problem' in read) return refuse(read.problem)
    const taken = { name: chosen.name, content: read.content }
    const { data, error } = await ask(taken, 0)
    if (error) return refuse(problemOf(error))
    setFile(taken)
    setPreview(data)
    setPhase('preview')
    return data
  }

  async function work(bead: Bead, taken: Taken, from: Report): Promise<void> {
    stopped.current = false
    setProblem('')
    setPhase('working')
    let now = from
    setReport(now)
    while (now.next !== null && !stopped.current) {
      const { data, error } = await bring({ params: { id: bead.id }, body: { content: taken.content, from: now.next } })
      if (error) {
        setProblem(problemOf(error))
        break
      }
      now = {
        total: data.total,
        next: data.next,
        added: now.added + data.added,
        repeated: now.repeated + data.repeated,
        failed: [...now.failed, ...data.failed],
      }
      setReport(now)
    }
    setPhase('report')
  }

  /** Creates a published personal playlist as the basic creator does (decision 15), with the file's description and tags as defaults. */
  async function begin(title: string, begun: Begun): Promise<Bead | null> {
    const wrong = beadTitleProblem(title, false)
    setTitleProblem(wrong)
    if (wrong !== null) return null
    setPhase('starting')
    const { data, error } = await create({
      body: {
        title: tidy(title),
        description: begun.description || (preview?.description ?? ''),
        category: begun.category || 'other',
        tags: begun.tags?.length ? [...begun.tags] : (preview?.tags ?? []),
        isDraft: false,
        invitees: [],
      },
    })
    if (error) {
      const ofTitle = isFailure(error) ? error.fields?.['title'] : undefined
      if (ofTitle === undefined) setProblem(problemOf(error))
      else setTitleProblem(ofTitle)
      setPhase('preview')
      return null
    }
    setMade(data.data)
    onMade?.()
    return data.data
  }

  return {
    phase,
    file,
    preview,
    report,
    problem,
    titleProblem,
    made,
    busy: phase === 'reading' || phase === 'starting' || phase === 'working' || phase === 'stopping',
    take,
    async showMore() {
      if (!file || !preview || preview.next === null) return
      const { data, error } = await ask(file, preview.next)
      if (error) return setProblem(problemOf(error))
      setProblem('')
      setPreview({ ...preview, entries: [...preview.entries, ...data.entries], next: data.next })
    },
    /** Returns false if the playlist could not be created, for example because of its title. */
    async start(title: string, begun: Begun): Promise<boolean> {
      if (!file || !preview) return false
      setProblem('')
      const bead = made ?? (await begin(title, begun))
      if (bead) await work(bead, file, { total: preview.total, next: 0, added: 0, repeated: 0, failed: [] })
      return bead !== null
    },
    goOn: async () => {
      if (made && file && report) await work(made, file, report)
    },
    stop() {
      stopped.current = true
      setPhase('stopping')
    },
    clearTitleProblem: () => setTitleProblem(null),
  }
}
