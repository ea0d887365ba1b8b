// SPDX-License-Identifier: Apache-2.0
/** What a thread was made to say. What its work throws travels as data: any other failure means that the thread has ended. */

export type Answer = { readonly value: unknown } | { readonly thrown: unknown };

/** The task of a worker thread; what it returns and throws must be something that can be cloned. */
export const answering =
  <T>(work: (task: T) => unknown) =>
  async (task: T): Promise<Answer> => {
    try {
      return { value: await work(task) };
    } catch (thrown) {
      return { thrown };
    }
  };
