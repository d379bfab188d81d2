#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes sentences.txt and vocabulary.txt from the Sentiment Labelled Sentences of the UCI repository.

    curl -O https://registry.npmjs.org/sentiment/-/sentiment-5.0.2.tgz
    python3 make_sentences.py sentiment-5.0.2.tgz

The package ships the three data sets among its test fixtures. ATTRIBUTION.md beside
this file says whose they are, README.md what the two files look like. The same package always gives the same files.
"""

import collections
import hashlib
import json
import pathlib
import re
import sys
import tarfile

SITES = ["amazon", "imdb", "yelp"]
UNKNOWN = 1  # 0 is no word at all
FIRST_WORD = 2
LEAST_COUNT = 2  # a word that occurs only once teaches nothing
TRAIN_SHARE = 0.8


def words_of(text):
    """Letters and digits, in lower case; an apostrophe disappears: "Don't!" is dont."""
    return re.findall("[a-z0-9]+", text.lower().replace("'", ""))


def read_sentences(package):
    """(label, words) of every sentence, each only once: what is learnt must not be asked for."""
    known = {}
    with tarfile.open(package) as archive:
        for site in SITES:
            for row in json.load(archive.extractfile(f"package/test/fixtures/{site}.json")):
                words = words_of(row["text"] or "")
                if row["class"] is not None and words:
                    known.setdefault(tuple(words), row["class"])
    return [(label, words) for words, label in known.items()]


def shuffled(sentences):
    """In an order that is random and always the same: that of their hashes."""
    return sorted(sentences, key=lambda one: hashlib.sha256(" ".join(one[1]).encode()).hexdigest())


def main(package):
    sentences = shuffled(read_sentences(package))
    training = round(len(sentences) * TRAIN_SHARE)
    counts = collections.Counter(word for _, words in sentences[:training] for word in words)
    vocabulary = sorted((w for w in counts if counts[w] >= LEAST_COUNT), key=lambda w: (-counts[w], w))
    number = {word: FIRST_WORD + i for i, word in enumerate(vocabulary)}
    folder = pathlib.Path(__file__).parent
    (folder / "vocabulary.txt").write_text("".join(word + "\n" for word in vocabulary))
    lines = [[label] + [number.get(word, UNKNOWN) for word in words] for label, words in sentences]
    (folder / "sentences.txt").write_text("".join(" ".join(map(str, line)) + "\n" for line in lines))
    print(f"{len(sentences)} sentences, the first {training} to train with; {len(vocabulary)} words")


if __name__ == "__main__":
    main(sys.argv[1])
