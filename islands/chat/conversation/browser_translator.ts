/** The browser's own translator, if it has one (the Translator API): the text never leaves the device. */

interface Translator {
  translate: (text: string) => Promise<string>;
  destroy?: () => void;
}

interface TranslatorApi {
  create: (languages: { sourceLanguage: string; targetLanguage: string }) => Promise<Translator>;
}

const api = (): TranslatorApi | null => (globalThis as { Translator?: TranslatorApi }).Translator ?? null;

export const hasBrowserTranslator = (): boolean => api() !== null;

/** Translates a text between two languages (BCP 47); null if the browser cannot. */
export async function translateHere(text: string, from: string, to: string): Promise<string | null> {
  try {
    const translator = await api()!.create({ sourceLanguage: from, targetLanguage: to });
    try {
      return await translator.translate(text);
    } finally {
      translator.destroy?.();
    }
  } catch {
    return null;
  }
}
