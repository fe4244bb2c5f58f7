/**
 * Runs `work`, a transaction that writes the path of a new picture into a row, and deletes the picture if it fails. A
 * picture is always stored before the row refers to it.
 */
export async function withUploadCleanup<T>(
  images: { drop(path: string | null | undefined): Promise<void> },
  path: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await images.drop(path)
    throw error
  }
}
