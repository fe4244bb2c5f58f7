/**
 * Changes profile pictures in the order that `Images` prescribes, so that the row always refers to an existing file.
 */
import type { DataSource } from 'typeorm'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Images, Upload } from '../images/service.ts'
import { MemberEntity } from './entities.ts'
import { lockMember } from './members.ts'

export interface ProfilePictures {
  /** Throws the errors of `Images`: `invalid`, `too_large`, `unsupported_type`. */
  change(uid: string, upload: Upload): Promise<{ timestamp: string; image: string }>
}

export function createProfilePictures({ db, images }: { db: DataSource; images: Pick<Images, 'saveProfile' | 'drop'> }): ProfilePictures {
  /** Writes the new path into the row and returns the previous one. */
  async function name(uid: string, image: string, lastModified: string): Promise<string | null> {
    return transaction(db, async (manager) => {
      const row = await lockMember(manager, uid)
      if (row === null) throw new StrandError('unauthenticated')
      await manager.update(MemberEntity, { uid }, { image, imageLastModified: lastModified })
      await emit(manager, { kind: 'memberChanged', uid })
      return row.image
    })
  }

  return {
    async change(uid, upload) {
      const { path, lastModified } = await images.saveProfile(uid, upload)
      const before = await name(uid, path, lastModified).catch(async (error: unknown) => {
        await images.drop(path)
        throw error
      })
      await images.drop(before)
      return { timestamp: lastModified, image: path }
    },
  }
}
