// SPDX-License-Identifier: Apache-2.0

// Command strangers checks a log with the code of Go's checksum database (golang.org/x/mod/sumdb), none of which was
// written here. It reads one JSON object per line from standard input and answers each with "ok" or "refused: reason".
package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type request struct {
	Op      string
	Index   int64
	Size    int64
	Old     int64
	Leaf    []byte
	Data    []byte
	Root    []byte
	OldRoot []byte
	Proof   [][]byte
	Entries [][]byte
	Level   int
	N       int64
	Width   int
	Vkeys   []string
	Note    string

	Policy      []byte
	Certificate []byte
	Signatures  [][]byte
	NowMs       int64
}

func hash(b []byte) (h tlog.Hash) {
	copy(h[:], b)
	return h
}

func hashes(list [][]byte) []tlog.Hash {
	var out []tlog.Hash
	for _, b := range list {
		out = append(out, hash(b))
	}
	return out
}

// store holds every hash that the checksum database would, computed from the entries by its own code.
var store []tlog.Hash

func read(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index >= int64(len(store)) {
			return nil, errors.New("no such hash")
		}
		out[i] = store[index]
	}
	return out, nil
}

func load(entries [][]byte) error {
	store = nil
	for i, data := range entries {
		added, err := tlog.StoredHashesForRecordHash(int64(i), tlog.RecordHash(data), tlog.HashReaderFunc(read))
		if err != nil {
			return err
		}
		store = append(store, added...)
	}
	return nil
}

// cosigner verifies timestamped co-signatures (algorithm 4), which the note package does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 72 {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func verifier(vkey string) (note.Verifier, error) {
	parts := strings.SplitN(vkey, "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || key[0] != 4 {
		return note.NewVerifier(vkey)
	}
	id, err := strconv.ParseUint(parts[1], 16, 32)
	return cosigner{parts[0], uint32(id), ed25519.PublicKey(key[1:])}, err
}

func open(r request) error {
	var known []note.Verifier
	for _, vkey := range r.Vkeys {
		v, err := verifier(vkey)
		if err != nil {
			return err
		}
		known = append(known, v)
	}
	opened, err := note.Open([]byte(r.Note), note.VerifierList(known...))
	if err != nil {
		return err
	}
	if len(opened.Sigs) != len(known) {
		return fmt.Errorf("%d of %d known keys signed", len(opened.Sigs), len(known))
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[1] != strconv.FormatInt(r.Size, 10) {
		return errors.New("another size")
	}
	if lines[2] != base64.StdEncoding.EncodeToString(r.Root) {
		return errors.New("another root")
	}
	return nil
}

func check(r request) error {
	switch r.Op {
	case "load":
		return load(r.Entries)
	case "root":
		root, err := tlog.TreeHash(r.Size, tlog.HashReaderFunc(read))
		if err == nil && root != hash(r.Root) {
			err = errors.New("another root")
		}
		return err
	case "leaf":
		if tlog.RecordHash(r.Data) != hash(r.Leaf) {
			return errors.New("another leaf hash")
		}
		return nil
	case "inclusion":
		return tlog.CheckRecord(hashes(r.Proof), r.Size, hash(r.Root), r.Index, hash(r.Leaf))
	case "consistency":
		return tlog.CheckTree(hashes(r.Proof), r.Size, hash(r.Root), r.Old, hash(r.OldRoot))
	case "tile":
		data, err := tlog.ReadTileData(tlog.Tile{H: 8, L: r.Level, N: r.N, W: r.Width}, tlog.HashReaderFunc(read))
		if err == nil && !bytes.Equal(data, r.Data) {
			err = errors.New("other bytes")
		}
		return err
	case "note":
		return open(r)
	case "ratification":
		return ratification(r)
	}
	return errors.New("unknown op " + r.Op)
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var r request
		if err := decoder.Decode(&r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := check(r); err != nil {
			fmt.Fprintln(out, "refused: "+err.Error())
		} else {
			fmt.Fprintln(out, "ok")
		}
	}
}
